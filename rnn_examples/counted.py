"""How many of a thing, in words that agree with the number."""


def counted(count: int, thing: str, things: str | None = None) -> str:
    """1 number, 2 numbers, 1,000 entries (of entry, entries)."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"
