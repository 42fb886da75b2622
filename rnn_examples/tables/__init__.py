"""Tables of raw values and, one file a format, the text they become."""
