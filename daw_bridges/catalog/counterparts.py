"""What does the work of a setting that only other hosts' devices have: a note value as so many sixteenths."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from daw_bridges.errors import NotPossibleError, QuantityError
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity

__all__ = ["Counterpart", "Setting"]

_DIGITS = 10


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Setting(_Row):
    """One parameter that does another's work, and its value: always ``value``, or reckoned from the other's.

    What comes in is in ``unit``; what comes out is ``times`` it and ``plus``, or ``over`` divided by it, in
    the unit that it ``gives`` (none is the parameter's own). ``same`` translates choices.
    """

    key: StrictStr
    value: StrictStr | None = None
    times: float = 1.0
    plus: float = 0.0
    over: float | None = None
    unit: Unit = Unit.NONE
    gives: Unit = Unit.NONE
    same: dict[StrictStr, StrictStr] = Field(default_factory=dict)

    def reckon(self, value: float | str) -> float | str:
        """Give what it is set to, for a value of the parameter whose work it does.

        Raises NotPossibleError where the value is not one that can be reckoned with.
        """
        if self.value is not None:
            return self.value
        if isinstance(value, str) and (choice := self.same.get(value.strip())) is not None:
            return choice
        if (self.times, self.plus, self.over) == (1.0, 0.0, None) and not (self.gives or self.same):
            return value
        number = self._reckoned(self._number(value))
        # A third of a beat times four is not a whole number in floats; no display shows so many digits.
        rounded = float(f"{number:.{_DIGITS}g}")
        return rounded if self.gives is Unit.NONE else format_quantity(Quantity(number, self.gives))

    def _number(self, value: float | str) -> float:
        try:
            given = parse_quantity(value, self.unit) if isinstance(value, str) else None
        except QuantityError:
            raise NotPossibleError(f"{self.key} cannot be worked out from “{value}”.") from None
        if given is None:
            return float(value)
        if self.unit is not Unit.NONE and given.unit is not self.unit:
            raise NotPossibleError(f"{self.key} is worked out from {self.unit.value}; “{value}” is not.")
        return given.value

    def _reckoned(self, number: float) -> float:
        if self.over is None:
            return self.times * number + self.plus
        if number == 0:
            raise NotPossibleError(f"{self.key} cannot be worked out from 0.")
        return self.over / number


class Counterpart(_Row):
    """What does the work of a parameter that only other hosts have."""

    to: tuple[Setting, ...]
    approximate: StrictStr = ""
    """What is lost; empty where nothing is, and it may be used unasked."""
