"""The worked examples of a book on recurrent networks, computed, shown and held to account."""

__version__ = "0.1.0"
