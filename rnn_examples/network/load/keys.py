"""Which array of a file is which: PyTorch's names and Keras', any prefix, layers, directions."""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.layout import Direction
from rnn_examples.network.load.names import listed, missing

# rnn.weight_ih_l0_reverse; without _l0 the cell modules' names.
PYTORCH = re.compile(
    r"(?P<prefix>.*?)(?P<role>weight_ih|weight_hh|bias_ih|bias_hh|weight_hr)"
    r"(?:_l(?P<layer>[0-9]{1,3})(?P<reverse>_reverse)?)?",
    re.DOTALL,
)
# lstm/lstm_cell/recurrent_kernel:0
KERAS = re.compile(r"(?P<prefix>.*?)(?P<role>recurrent_kernel|kernel|bias)(?::0)?", re.DOTALL)
ROLES = {
    "weight_ih": "W_ih",
    "weight_hh": "W_hh",
    "bias_ih": "b_ih",
    "bias_hh": "b_hh",
    "kernel": "W_ih",
    "recurrent_kernel": "W_hh",
    "bias": "b",
}
# As near as one slip of the hand: weight_ih_l0 and wieght_ih_l0.
MISSPELLED = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """layers: of one or two directions each. others: the arrays that are none of theirs."""

    layers: tuple[tuple[Direction, ...], ...]
    others: dict[str, Array]
    keras: bool


def find_keys(path: Path, arrays: dict[str, Array], prefix: str | None) -> Keys:
    """The recurrent layers' arrays. Raises InputError for missing and misspelled keys."""
    if any(PYTORCH.fullmatch(key) for key in arrays):
        return _pytorch(path, arrays, prefix)
    if any(key.removesuffix(":0").endswith("recurrent_kernel") for key in arrays):
        return _keras(path, arrays, prefix)
    raise missing(path, "weight_ih_l0", arrays, arrays)


def _pytorch(path: Path, arrays: dict[str, Array], prefix: str | None) -> Keys:
    matches = {key: match for key in arrays if (match := PYTORCH.fullmatch(key))}
    chosen = _prefix(path, {match["prefix"] for match in matches.values()}, prefix)
    named: dict[tuple[int, bool], dict[str, str]] = defaultdict(dict)
    for key, match in matches.items():
        if match["prefix"] != chosen:
            continue
        if match["role"] == "weight_hr":
            raise InputError(
                f"{path}: {key}: found an LSTM's projection (proj_size); expected none"
            )
        roles = named[int(match["layer"] or 0), match["reverse"] is not None]
        if match["role"] in roles:
            raise InputError(f"{path}: {key}: found beside {roles[match['role']]}")
        roles[match["role"]] = key
    numbered = any(match["layer"] for match in matches.values())
    two = any(reverse for _, reverse in named)
    biased = any(role.startswith("bias") for each in named.values() for role in each)
    others = {key: array for key, array in arrays.items() if key not in matches}
    layers = []
    for layer in range(1 + max(layer for layer, _ in named)):
        directions = []
        for reverse in (False, True)[: 1 + two]:
            place = f"_l{layer}{'_reverse' if reverse else ''}" if numbered else ""
            roles = named.get((layer, reverse), {})
            for role in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
                expected = f"{chosen}{role}{place}"
                if role not in roles and (biased or not role.startswith("bias")):
                    raise missing(path, expected, others or arrays, others)
                if role not in roles:
                    _refuse_misspelling(path, expected, others)
            directions.append(_direction(arrays, roles))
        layers.append(tuple(directions))
    return Keys(tuple(layers), others, keras=False)


def _keras(path: Path, arrays: dict[str, Array], prefix: str | None) -> Keys:
    matches = {key: match for key in arrays if (match := KERAS.fullmatch(key))}
    recurrent = {m["prefix"] for m in matches.values() if m["role"] == "recurrent_kernel"}
    # A bidirectional layer's halves differ by one word: .../forward_lstm/... .
    halves = sorted(recurrent, key=lambda name: "backward" in name)
    if len(halves) == 2 and halves[1].replace("backward", "forward") == halves[0]:
        pair = tuple(halves)
    else:
        pair = (_prefix(path, recurrent, prefix),)
    directions = []
    for chosen in pair:
        roles = {m["role"]: key for key, m in matches.items() if m["prefix"] == chosen}
        if "kernel" not in roles:
            raise missing(path, f"{chosen}kernel", arrays, arrays.keys() - matches.keys())
        directions.append(_direction(arrays, roles))
    used = {key for direction in directions for key in direction.keys.values()}
    others = {
        key: array
        for key, array in arrays.items()
        if key not in used and not (key in matches and matches[key]["prefix"] in recurrent)
    }
    return Keys((tuple(directions),), others, keras=True)


def _direction(arrays: dict[str, Array], keys: dict[str, str]) -> Direction:
    by_role = {ROLES[role]: key for role, key in keys.items()}
    return Direction({role: arrays[key] for role, key in by_role.items()}, by_role)


def _prefix(path: Path, found: set[str], asked: str | None) -> str:
    if asked is not None:
        for name in (asked, f"{asked}.", f"{asked}/"):
            if name in found:
                return name
        begun = [name for name in found if name.startswith(asked)]
        if len(begun) == 1:
            return begun[0]
        raise InputError(f"{path}: prefix {asked!r}: expected one of {listed(sorted(found))}")
    if len(found) > 1:
        raise InputError(
            f"{path}: found several recurrent networks, {listed(sorted(found))}; "
            "expected --prefix with one of them"
        )
    return next(iter(found))


def _refuse_misspelling(path: Path, expected: str, others: Iterable[str]) -> None:
    close = difflib.get_close_matches(expected, list(others), n=1, cutoff=MISSPELLED)
    if close:
        raise InputError(f"{path}: {close[0]}: not a known key; did you mean {expected}?")
