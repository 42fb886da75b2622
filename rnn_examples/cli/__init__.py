"""Typer only: options are read here, examples computed elsewhere, text written by output."""
