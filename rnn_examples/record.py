"""Immutable values for what every run of the command line defines.

A dataclass or a named tuple compiles its methods when its class is made, half a millisecond each;
a record's methods are written once, here. Elsewhere a frozen dataclass does.
"""

from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Record:
    """A class of annotated fields, as of a frozen dataclass: positional or named, with defaults."""

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__match_args__", tuple(cls.__annotations__))

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.__match_args__
        given = dict(zip(fields, values, strict=False)) | named
        missing = [name for name in fields if name not in given and not hasattr(self, name)]
        if missing or len(given) != len(values) + len(named) or not given.keys() <= {*fields}:
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}, each once")
        vars(self).update(given)

    def but(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return type(self)(**vars(self) | changes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be removed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)
