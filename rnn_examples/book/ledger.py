"""A ledger: what a book prints, figure by figure, and what becomes of each when it is computed."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from string import Formatter
from typing import Any

from rnn_examples.errors import InputError
from rnn_examples.record import Record

COMPARE = ("rounds", "exact", "bound", "text", "order", "statement")
VERDICTS = ("agrees", "differs", "depends")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
MOST_DIGITS = 300
# How a sentence may show a number: a format's digits, nothing that fills a memory.
DIGITS = re.compile(r",?(\.[0-9]{1,2}[efg%]?)?")
OWN_NAME = "claims.toml"

TEXTS = ("id", "source", "place", "what", "printed", "compare", "verdict", "because", "run", "cell")
COUNTS = ("decimals", "significant")
# What an author leaves out of a ledger of their own.
DEFAULTS = {"source": "own", "place": "", "what": "", "compare": "rounds", "verdict": "agrees"}
NEEDED = ("id", "source", "place", "what", "printed", "compare", "verdict")
NEEDED_OF_OWN = ("id", "printed", "run", "cell")


class Claim(Record):
    """One printed figure or statement, and the verdict on record.

    compare: rounds, exact, bound, text, order (of a rounding error) or statement. because: a
    sentence whose {names} are filled in with what was computed. run and cell: in an author's own
    ledger, the command line and the cell that decide it. recorded: the ledger gives a verdict; one
    without is taken to agree.
    """

    id: str
    source: str
    place: str
    what: str
    printed: str
    compare: str
    verdict: str
    because: str = ""
    decimals: int | None = None
    significant: int | None = None
    run: str | None = None
    cell: str | None = None
    recorded: bool = True


def own_ledger() -> tuple[Claim, ...]:
    """The book's ledger, which comes with the package."""
    text = files("rnn_examples.book").joinpath(OWN_NAME).read_text(encoding="utf-8")
    return read_ledger(text, OWN_NAME)


def read_ledger(text: str, file: str, *, commands: bool = False) -> tuple[Claim, ...]:
    """The claims of a ledger. commands: each names the command line that decides it.

    Raises InputError with the file, the claim and the key for TOML that cannot be read, a key that
    is unknown, missing or of the wrong kind, and an id given twice.
    """
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: no TOML: {error}. Expected [[claim]] tables") from error
    tables = content.pop("claim", None)
    if content:
        raise InputError(f"{file}: unknown key '{next(iter(content))}'. Expected [[claim]] tables")
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{file}: no claim. Expected at least one [[claim]] table")
    claims = [_claim(table, place, file, commands) for place, table in enumerate(tables, 1)]
    _check_twice(claims, file)
    return tuple(claims)


def _claim(table: Any, place: int, file: str, commands: bool) -> Claim:
    if not isinstance(table, dict):
        raise InputError(f"{file}: claim {place} is no table. Expected [[claim]]")
    where = f"{file}: claim {table['id'] if isinstance(table.get('id'), str) else place}"
    known = [*TEXTS, *COUNTS] if commands else [*TEXTS[:-2], *COUNTS]
    for key, value in table.items():
        if key not in known:
            raise InputError(f"{where}: unknown key '{key}'. Expected {', '.join(known)}")
        _check_kind(key, value, where)
    for key in NEEDED_OF_OWN if commands else NEEDED:
        if key not in table:
            raise InputError(f"{where}: '{key}' is missing. Add it")
    claim = Claim(**(DEFAULTS | table if commands else table), recorded="verdict" in table)
    if not ID.fullmatch(claim.id):
        raise InputError(
            f"{where}: id '{claim.id}' is no name. Expected letters, digits, . _ -, 100 at most"
        )
    _check_choice(claim.compare, COMPARE, f"{where}: compare")
    _check_choice(claim.verdict, VERDICTS, f"{where}: verdict")
    if not claim.printed.strip():
        raise InputError(f"{where}: printed is empty. Expected what the book prints")
    if claim.verdict != "agrees" and not claim.because and not commands:
        raise InputError(f"{where}: 'because' is missing. Say why the verdict is {claim.verdict}")
    if claim.decimals is not None and claim.significant is not None:
        raise InputError(f"{where}: decimals and significant are both given. Expected one of them")
    _check_sentence(claim.because, where)
    return claim


def _check_kind(key: str, value: Any, where: str) -> None:
    if key in COUNTS:
        least = 0 if key == "decimals" else 1
        if type(value) is not int or not least <= value <= MOST_DIGITS:
            raise InputError(
                f"{where}: {key} is {value!r}. Expected a whole number from {least} to "
                f"{MOST_DIGITS}"
            )
    elif not isinstance(value, str):
        raise InputError(f'{where}: {key} is {value!r}. Expected text, such as "0.5" in quotes')


def _check_choice(value: str, known: tuple[str, ...], where: str) -> None:
    if value not in known:
        raise InputError(f"{where} is '{value}'. Expected one of {', '.join(known)}")


def _check_twice(claims: Iterable[Claim], file: str) -> None:
    seen: set[str] = set()
    for claim in claims:
        if claim.id in seen:
            raise InputError(f"{file}: claim {claim.id}: id is given twice. Expected each once")
        seen.add(claim.id)


def _places(sentence: str) -> list[tuple[str, str]]:
    """The {name:digits} of a sentence. Raises ValueError for any other use of braces."""
    found = []
    for _, name, digits, conversion in Formatter().parse(sentence):
        if name is None:
            continue
        if not name.isidentifier() or conversion or not DIGITS.fullmatch(digits or ""):
            raise ValueError(f"'{name}' is not written as a place for a number")
        found.append((name, digits or ""))
    return found


def _check_sentence(sentence: str, where: str) -> None:
    try:
        _places(sentence)
    except ValueError as error:
        raise InputError(f"{where}: because: {error}. Expected {{name}} or {{name:.2f}}") from error


def told(claim: Claim, facts: Mapping[str, Any]) -> str:
    """The claim's reason with what was computed in its places. Raises InputError where it names
    something that was not."""
    for name, _ in _places(claim.because):
        if name not in facts:
            known = ", ".join(facts)
            raise InputError(
                f"claim {claim.id}: because: nothing is called '{name}'. Expected one of {known}"
            )
    try:
        return claim.because.format_map(facts)
    except (ValueError, TypeError) as error:
        raise InputError(f"claim {claim.id}: because: {error}. Expected {{name:.2f}}") from error
