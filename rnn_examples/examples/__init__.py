"""One file per worked example: inputs, a frozen Result, the tables of raw values."""
