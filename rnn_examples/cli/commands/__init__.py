"""One file per command: its options, and the example that they go to."""
