"""The arithmetic of each example (`--work`), imported when it is asked for."""
