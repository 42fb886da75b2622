"""A ledger of an author's own: each claim is decided by a cell of a command's table."""

from collections.abc import Callable, Collection, Sequence
from decimal import Decimal, InvalidOperation

from rnn_examples.book.blocks.command import read_command
from rnn_examples.book.judging import Finding, Value, found
from rnn_examples.book.ledger import Claim
from rnn_examples.errors import ExampleError, InputError

Run = Callable[[list[str]], str]

WORDS = ("text", "statement")
LARGEST_EXPONENT = 10_000


def findings(claims: Sequence[Claim], run: Run, commands: Collection[str]) -> dict[str, Finding]:
    """What each claim's command prints in its cell; the same command is run once.

    run: a command's arguments to what it prints; commands: the first words that may run. Raises
    InputError that names the claim for a command that may not run or that fails, and for a cell
    without a number where one is compared.
    """
    lines = {claim.id: _arguments(claim, commands) for claim in claims}
    printed: dict[tuple[str, ...], str] = {}
    results = {}
    for claim in claims:
        arguments = lines[claim.id]
        try:
            if arguments not in printed:
                printed[arguments] = run(list(arguments)).removesuffix("\n")
        except ExampleError as error:
            raise InputError(f"claim {claim.id}: {error}") from error
        results[claim.id] = found(_value(claim, printed[arguments]))
    return results


def name_of(claim: Claim) -> str:
    """The command that decides the claim."""
    return (claim.run or "").split(maxsplit=1)[0] if (claim.run or "").strip() else ""


def _arguments(claim: Claim, commands: Collection[str]) -> tuple[str, ...]:
    """The command line with its cell, an example's, that prints: as a value to be read back, or
    where texts are compared as people see it."""
    form = "plain" if claim.compare in WORDS else "json"
    try:
        command = read_command(claim.run or "", commands, form, "claim")
    except InputError as error:
        raise InputError(f"claim {claim.id}: run: {error}") from error
    if command.format_name != form:
        raise InputError(
            f"claim {claim.id}: run: --cell and --format are not its to give. "
            "Name the cell with the key 'cell'"
        )
    name, *options = command.arguments
    return (name, "--cell", claim.cell or "", *options)


def _value(claim: Claim, text: str) -> Value:
    if claim.compare in WORDS:
        return text
    try:
        numbers = tuple(map(Decimal, text.split()))
    except InvalidOperation:
        numbers = ()
    if not numbers or not all(number.is_finite() for number in numbers):
        raise InputError(
            f"claim {claim.id}: cell '{claim.cell}' holds '{text}', which is no number. "
            'Name another cell, or say compare = "text"'
        )
    if any(abs(number.adjusted()) > LARGEST_EXPONENT for number in numbers):
        raise InputError(
            f"claim {claim.id}: cell '{claim.cell}' holds '{text}', which is out of range. "
            f"Expected sizes from 1e-{LARGEST_EXPONENT} to 1e{LARGEST_EXPONENT}"
        )
    return numbers[0] if len(numbers) == 1 else numbers
