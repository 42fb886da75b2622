"""The mathematics: cells, losses, loaded weights and the book's own models."""
