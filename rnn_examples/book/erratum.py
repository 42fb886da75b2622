"""One erratum as a sentence: where it stands, what is printed there and what to print."""

from rnn_examples.book.ledger import DEFAULTS, Claim


def erratum(claim: Claim, computed: str, why: str) -> str:
    """Its place, or the claim's id where the ledger gives none; the figures and the reason."""
    source = "" if is_own(claim) else claim.source[:1].upper() + claim.source[1:]
    where = ", ".join(filter(None, (source, claim.place or claim.id)))
    read = f"for '{claim.printed}' read '{computed}'. {why}"
    if claim.what:
        return f"{where}. {_begun(claim.what.rstrip('.?'))}: {read}"
    return f"{where}: {read}"


def is_own(claim: Claim) -> bool:
    """Whether its ledger names no source."""
    return claim.source == DEFAULTS["source"]


def _begun(what: str) -> str:
    """With a capital where it begins with a word; a letter such as h_t or g stays."""
    first = what.partition(" ")[0]
    is_word = first == "a" or (len(first) > 1 and first.isalpha())
    return what[:1].upper() + what[1:] if is_word else what
