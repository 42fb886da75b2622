"""What stands under the tables of `bptt`: what the immediate terms miss, and by what check."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.equations.expression import equals, symbol
from rnn_examples.examples.bptt_gradients import BY_ARRAY
from rnn_examples.examples.bptt_tables import CONTRIBUTIONS, has_several, letter, loss_by
from rnn_examples.examples.notation import GATE_LETTERS
from rnn_examples.examples.remarks import METHODS, NEXT_WORD, outputs_are_ours
from rnn_examples.tables.prose import Figure, Part, Prose, about, joined, prose

if TYPE_CHECKING:
    from rnn_examples.examples.bptt import Result

# What a difference of two float64 figures is told to lie within, the least first.
BOUNDS = (1e-14, 1e-12, 1e-9, 1e-6, 1e-3)
# Of a gradient's norm: what is missing is no more than rounding.
ROUNDING = 1e-12
MOST_LISTED = 6
# Of the percentages: of an array, of a single entry, of what goes back in time.
MISSED = next(column for column in BY_ARRAY if column.name == "missed")
ENTRY = MISSED.but(decimals=0)
SHARE = next(column for column in CONTRIBUTIONS if column.name == "share")
WEIGHTS = ("W_hh", "W_xh")


def notes(result: "Result") -> tuple[str | Prose, ...]:
    """The notes, most important first."""
    return (
        *(about("gradients", note) for note in _missed(result)),
        *(about("contributions", note) for note in _travelled(result)),
        about("gradients", _checked(result)),
        *(() if result.targets.chosen else (NEXT_WORD,)),
        *(about("signals", note) for note in _gates(result.network.kind)),
        *outputs_are_ours(result.network, result.sentence),
        *result.network.notes,
    )


def _gates(kind: str) -> tuple[Prose, ...]:
    """Which superscript is which gate's; a plain network has none."""
    letters = GATE_LETTERS.get(kind)
    if letters is None:
        return ()
    return (
        prose(
            "The superscripts ",
            *joined([[letter] for letter in letters.values()]),
            " name what the ",
            *joined([[gate] for gate in letters if gate != "candidate"]),
            " gates and the candidate receive before their activations.",
        ),
    )


def _missed(result: "Result") -> list[str | Prose]:
    """What the sum of the immediate terms leaves out, array by array."""
    missed = {name: share for name, share in result.missed.items() if share is not None}
    short = {name: share for name, share in missed.items() if share > ROUNDING}
    whole = [name for name, share in missed.items() if share <= ROUNDING]
    if not short:
        return ["The immediate terms are the whole gradient here: nothing travels back in time."]
    if len(short) > MOST_LISTED:
        return [_range(result, short)]
    of_weights = [name for name in short if name.endswith(WEIGHTS)] or list(short)
    others = [name for name in short if name not in of_weights]
    found: list[str | Prose] = [
        prose(
            "The immediate terms alone, as the chapter prints them in (12.3) and (12.4), miss ",
            *_listed(result, {name: short[name] for name in of_weights}),
            " (the norm of what is missing, in per cent of the gradient's), of a single entry "
            "up to ",
            Figure(100 * _worst(result, of_weights), ENTRY),
            " %: ",
            _before(result),
            " depends on these arrays too.",
        )
    ]
    if others:
        shares = _listed(result, {name: short[name] for name in others})
        found.append(prose("Of the other arrays they miss ", *shares, "."))
    if 0 < len(whole) <= MOST_LISTED:
        names = joined([[loss_by(_plain(result, name))] for name in whole])
        found.append(prose("Whole without them: ", *names, "."))
    return found


def _range(result: "Result", short: dict[str, float]) -> Prose:
    """Of many arrays, the two ends."""
    least, most = min(short, key=short.__getitem__), max(short, key=short.__getitem__)
    return prose(
        f"The immediate terms alone miss something of {len(short)} arrays, from ",
        *_listed(result, {least: short[least]}),
        " to ",
        *_listed(result, {most: short[most]}),
        " (the norm of what is missing, in per cent of the gradient's): ",
        _before(result),
        " depends on them too.",
    )


def _before(result: "Result") -> Part:
    """The state that a step starts from."""
    return "the state read before" if result.network.bidirectional else symbol("h_{t-1}")


def _listed(result: "Result", shares: dict[str, float]) -> list[Part]:
    """18.1 % of ∂E/∂U and 53.2 % of ∂E/∂W."""
    return joined(
        [
            [Figure(100 * share, MISSED), " % of ", loss_by(_plain(result, name))]
            for name, share in shares.items()
        ]
    )


def _worst(result: "Result", names: Sequence[str]) -> float:
    """The largest share of one entry that is missing, of arrays whose gradient is not zeros."""
    shares = []
    for name in names:
        full = result.full.gradients.arrays[name]
        there = full != 0
        with np.errstate(over="ignore"):
            ratios = np.abs(result.immediate[name][there] / full[there] - 1)
        shares.append(float(ratios.max()))
    return max(shares)


def _plain(result: "Result", name: str) -> str:
    """The letters of an array; the vectors of words are x."""
    return "x" if name == "embedding" else letter(result.network, name)


def _travelled(result: "Result") -> list[str | Prose]:
    """How much of the recurrent gradient stays at its own step."""
    shares = result.contributions.shares
    if not np.isfinite(shares).all():
        return []
    own = float(np.trace(shares))
    travelled = 1 - own if abs(1 - own) > ROUNDING else 0.0
    both_ways = result.network.bidirectional
    U = letter(result.network, "W_hh")
    of = f"all {U} together" if has_several(result.network) else loss_by(U)
    found: list[str | Prose] = [
        prose(
            "Of ", of, " ", Figure(100 * own, SHARE), " % stays at its own step (",
            equals("k", "t"), "), ", Figure(100 * travelled, SHARE),
            f" % comes from {'another' if both_ways else 'a later one'}; a negative share works "
            "against the sum.",
        )
    ]  # fmt: skip
    if result.h0 is None and not both_ways:
        found.append(prose("Step 1 has no share: it multiplied ", equals("h_0", 0), "."))
    return found


def _checked(result: "Result") -> str:
    """What the measured gradient is, and how near it comes."""
    count = sum(map(len, result.checked.values()))
    entries = sum(array.size for array in result.immediate.values())
    largest = max(float(np.abs(d).max(initial=0.0)) for d in result.differences.values())
    within = next((f"within {bound:.0e}" for bound in BOUNDS if largest <= bound), None)
    told = f"agrees with it {within}" if within else f"differs from it by up to {largest:.1e}"
    which = (
        "in every entry" if count == entries else f"in the {count:,} entries of {entries:,} checked"
    )
    return (
        f"The measured gradient is by {METHODS[result.method]} of the loss; the one through time "
        f"{told} {which}."
    )
