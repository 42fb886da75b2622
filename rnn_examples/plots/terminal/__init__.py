"""Pictures in block characters, for a terminal."""
