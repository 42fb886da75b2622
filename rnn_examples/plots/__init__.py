"""Pictures, each drawn from a Result."""
