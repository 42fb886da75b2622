"""What decides each claim of the book's ledger: a computation, never a number on record."""
