"""The ledger of printed figures, the order of the book, blocks in documents."""
