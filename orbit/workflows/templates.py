"""``{{ slot }}`` in the fields of a workflow: a handful of expressions over slot values, and nothing else.

Jinja reads the syntax; the evaluation is ours, over the few nodes named here. There is no attribute, call,
loop or import to be abused, because none exists: a template that holds anything else is refused when the file
is read.

>>> render("{{ target }}", {"target": "Bass"})
'Bass'
>>> render("{{ tempo | ms_of('1/8') }}", {"tempo": 120})
Quantity(value=250.0, unit=<Unit.MS: 'ms'>)
>>> render("Release {{ tempo | ms_of('1/8') }} on {{ target }}", {"tempo": 120, "target": "Bass"})
'Release 250 ms on Bass'
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.sandbox import SandboxedEnvironment

from daw_bridges.errors import QuantityError, WorkflowFormatError
from daw_bridges.quantities import Quantity, Unit, beats_per_bar, format_quantity, parse_quantity

__all__ = ["Value", "exact_name", "is_template", "names_in", "render", "say", "template_problem"]

MAX_LENGTH = 500

Value = Quantity | float | str | bool | list[Any] | dict[str, Any]
"""What a slot can hold, and what an expression gives."""

_ENVIRONMENT = SandboxedEnvironment()


def is_template(text: object) -> bool:
    """Whether a field's value is to be filled in."""
    return isinstance(text, str) and any(mark in text for mark in ("{{", "{%", "{#"))


@lru_cache(maxsize=2048)
def _parts(text: str) -> tuple[str | nodes.Expr, ...]:
    """Take a template apart into text and expressions. Raises WorkflowFormatError for anything else."""
    if len(text) > MAX_LENGTH:
        raise WorkflowFormatError(f"a field with slots has at most {MAX_LENGTH} characters.")
    try:
        tree = _ENVIRONMENT.parse(text)
    except (TemplateSyntaxError, RecursionError) as error:
        raise WorkflowFormatError(
            f"“{_short(text)}” cannot be read: {error}. Write a slot as {{{{ name }}}}."
        ) from None
    return tuple(_flatten(tree, text))


def _flatten(tree: nodes.Template, text: str) -> Iterator[str | nodes.Expr]:
    for output in tree.body:
        if not isinstance(output, nodes.Output):
            raise _refused(text, "statements")
        for part in output.nodes:
            if isinstance(part, nodes.TemplateData):
                yield part.data
            else:
                _check(part, text)
                yield part


def _check(node: nodes.Node, text: str) -> None:
    match node:
        case nodes.Name() | nodes.Const(value=str() | int() | float()):
            return
        case nodes.Getattr(node=nodes.Name(name="item")):
            return
        case nodes.Filter(name=name, args=args, kwargs=[], node=nodes.Expr() as inner) if name in _FILTERS:
            for part in (inner, *args):
                _check(part, text)
        case nodes.Neg(node=inner):
            _check(inner, text)
        case nodes.BinExpr(left=left, right=right) if type(node) in _OPERATORS:
            _check(left, text)
            _check(right, text)
        case _:
            raise _refused(text, type(node).__name__.lower())


def _refused(text: str, what: str) -> WorkflowFormatError:
    filters = ", ".join(_FILTERS)
    return WorkflowFormatError(
        f"“{_short(text)}” holds what a workflow may not ({what}); "
        f"it may hold slots, numbers, + − * / and the filters {filters}."
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def template_problem(text: str) -> str | None:
    """What is wrong with a template, or None."""
    try:
        _parts(text)
    except WorkflowFormatError as error:
        return str(error)
    return None


def names_in(text: str) -> frozenset[str]:
    """The slots (and session facts) a template uses."""
    expressions = [part for part in _parts(text) if not isinstance(part, str)]
    found = [part.name for part in expressions if isinstance(part, nodes.Name)]
    return frozenset(found + [name.name for part in expressions for name in part.find_all(nodes.Name)])


def exact_name(text: str) -> str | None:
    """The slot that a field is exactly (``{{ target }}`` and nothing around it), or None."""
    match _parts(text):
        case (nodes.Name(name=name),):
            return str(name)
        case _:
            return None


def render(text: str, names: Mapping[str, Any]) -> Value:
    """Fill a template in; one that is a single expression keeps its value's type.

    Raises WorkflowFormatError when a name has no value or the values do not go together.
    """
    parts = _parts(text)
    values = [part if isinstance(part, str) else _evaluate(part, names) for part in parts]
    if len(parts) == 1 and not isinstance(parts[0], str):
        return values[0]
    return "".join(say(value) for value in values)


def say(value: Any) -> str:
    """Write a value as it stands in a sentence."""
    match value:
        case Quantity():
            return format_quantity(Quantity(round(value.value, 3), value.unit))
        case bool():
            return "on" if value else "off"
        case float() | int():
            return f"{value:.6g}"
        case list():
            words = [say(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
            return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
        case _:
            return str(value)


def _evaluate(node: nodes.Expr, names: Mapping[str, Any]) -> Any:
    match node:
        case nodes.Const(value=value):
            return value
        case nodes.Name(name=name):
            return _look_up(names, name)
        case nodes.Getattr(attr=attribute):
            return _look_up(_look_up(names, "item"), attribute)
        case nodes.Filter(node=nodes.Expr() as inner, name=name, args=args):
            return _filtered(
                name, _evaluate(inner, names), [_evaluate(argument, names) for argument in args], names
            )
        case nodes.Neg(node=inner):
            return _arithmetic(operator.mul, _evaluate(inner, names), -1)
        case nodes.BinExpr(left=left, right=right):
            return _arithmetic(_OPERATORS[type(node)], _evaluate(left, names), _evaluate(right, names))
        case _:
            raise AssertionError(node)


def _look_up(names: Any, name: str) -> Any:
    try:
        return names[name]
    except (KeyError, TypeError):
        raise WorkflowFormatError(f"“{name}” has no value here.") from None


def _arithmetic(operation: Callable[[float, float], float], left: Any, right: Any) -> Value:
    unit = next((side.unit for side in (left, right) if isinstance(side, Quantity)), None)
    try:
        result = operation(_number(left), _number(right))
    except (ZeroDivisionError, OverflowError):
        raise WorkflowFormatError(
            "a slot's expression divides by zero or grows beyond all numbers."
        ) from None
    return result if unit is None else Quantity(result, unit)


def _divided(left: float, right: float) -> float:
    return left / right


def _number(value: Any) -> float:
    number = value.value if isinstance(value, Quantity) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise WorkflowFormatError(f"“{say(value)}” is not a number to reckon with.")
    return float(number)


def _filtered(name: str, value: Any, arguments: list[Any], names: Mapping[str, Any]) -> Value:
    try:
        return _FILTERS[name](value, names, *arguments)
    except (TypeError, QuantityError) as error:
        raise WorkflowFormatError(f"the filter “{name}” cannot take that: {error}") from None


def _ms_of(tempo: Any, _names: Mapping[str, Any], note_value: Any) -> Quantity:
    """Give the length of a note value at a tempo, in milliseconds."""
    beats = parse_quantity(str(note_value), Unit.BEATS)
    if beats.unit is not Unit.BEATS:
        raise QuantityError(f"“{note_value}” is not a note value such as 1/8.")
    return Quantity(round(beats.value * 60_000 / _number(tempo), 2), Unit.MS)


def _in_beats(bars: Any, names: Mapping[str, Any]) -> float:
    """Give the length of so many bars in beats, in the session's time signature."""
    return _number(bars) * float(names.get("beats_per_bar", beats_per_bar((4, 4))))


def _rounded(value: Any, _names: Mapping[str, Any], digits: Any = 0) -> Value:
    """Round a number, to whole ones unless told otherwise."""
    rounded = round(_number(value), int(_number(digits)))
    return Quantity(rounded, value.unit) if isinstance(value, Quantity) else rounded


def _title(text: Any, _names: Mapping[str, Any]) -> str:
    """Write a kind of device as a name: ``drum_rack`` → Drum Rack."""
    plain = str(text)
    return plain.replace("_", " ").title() if plain == plain.lower() else plain


_FILTERS: dict[str, Callable[..., Value]] = {
    "ms_of": _ms_of,
    "in_beats": _in_beats,
    "round": _rounded,
    "title": _title,
}
_OPERATORS: dict[type[nodes.BinExpr], Callable[[float, float], float]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.Div: _divided,
}
