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
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.sandbox import SandboxedEnvironment

from daw_bridges.errors import WorkflowFormatError
from orbit.workflows.reckoning import FILTERS, OPERATORS, Value, arithmetic, filtered, say

__all__ = [
    "ROOTS",
    "Value",
    "exact_name",
    "is_template",
    "names_in",
    "paths_in",
    "render",
    "say",
    "slots_shown",
    "template_problem",
]

_SLOT = re.compile(r"\{\{\s*(.*?)\s*\}\}")

MAX_LENGTH = 500

_DEFAULT = "default"
"""The filter that gives a missing value one; it is evaluated here, where that can be told."""
ROOTS = ("tasks", "workflow", "session", "user", "now")
"""What a template may look into, beside the list's ``item``, in a workflow with memory tasks."""

_ENVIRONMENT = SandboxedEnvironment()


class _MissingError(WorkflowFormatError):
    """A name has no value; the filter ``default`` gives it one."""


def slots_shown(text: str) -> str:
    """Show a text's open places as people write them.

    >>> slots_shown("Mute {{ target }}.")
    'Mute <target>.'
    """
    return _SLOT.sub(r"<\1>", text)


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
        case nodes.Getattr() | nodes.Getitem(arg=nodes.Const() | nodes.Neg()) if _path(node)[0] in ROOTS:
            return
        case nodes.Filter(name=name, args=args, kwargs=[], node=nodes.Expr() as inner) if (
            name in FILTERS or name == _DEFAULT
        ):
            for part in (inner, *args):
                _check(part, text)
        case nodes.Neg(node=inner):
            _check(inner, text)
        case nodes.BinExpr(left=left, right=right) if type(node) in OPERATORS:
            _check(left, text)
            _check(right, text)
        case _:
            raise _refused(text, type(node).__name__.lower())


def _refused(text: str, what: str) -> WorkflowFormatError:
    filters = ", ".join([*FILTERS, _DEFAULT])
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


def paths_in(text: str) -> Iterator[tuple[str, ...]]:
    """Each value that a template looks up, by the names on the way: ``("tasks", "recall", "output")``."""
    for part in _parts(text):
        if isinstance(part, str):
            continue
        found = [part, *part.find_all((nodes.Name, nodes.Getattr, nodes.Getitem))]
        looked_up = [node for node in found if isinstance(node, nodes.Name | nodes.Getattr | nodes.Getitem)]
        inner = {id(getattr(node, "node", None)) for node in looked_up}
        yield from (_path(node) for node in looked_up if id(node) not in inner)


def _path(node: nodes.Node) -> tuple[str, ...]:
    match node:
        case nodes.Name(name=name):
            return (name,)
        case nodes.Getattr(node=inner, attr=name):
            return (*_path(inner), name)
        case nodes.Getitem(node=inner):
            return (*_path(inner), str(_place(node)))
        case _:
            return ("",)


def _place(node: nodes.Getitem) -> str | int:
    """The name or the place (negative: from the end) in ``[…]``."""
    match node.arg:
        case nodes.Const(value=str() | int() as value):
            return value
        case nodes.Neg(node=nodes.Const(value=int() as value)):
            return -value
        case _:
            return ""


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


def _evaluate(node: nodes.Expr, names: Mapping[str, Any]) -> Any:
    match node:
        case nodes.Const(value=value):
            return value
        case nodes.Name(name=name):
            return _look_up(names, name)
        case nodes.Getattr(node=inner, attr=attribute):
            return _look_up(_evaluate(inner, names), attribute)
        case nodes.Getitem(node=inner):
            return _look_up(_evaluate(inner, names), _place(node))
        case nodes.Filter(node=nodes.Expr() as inner, name="default", args=args):
            return _or_default(inner, args, names)
        case nodes.Filter(node=nodes.Expr() as inner, name=name, args=args):
            return filtered(
                name, _evaluate(inner, names), [_evaluate(argument, names) for argument in args], names
            )
        case nodes.Neg(node=inner):
            return arithmetic(operator.mul, _evaluate(inner, names), -1)
        case nodes.BinExpr(left=left, right=right):
            return arithmetic(OPERATORS[type(node)], _evaluate(left, names), _evaluate(right, names))
        case _:
            raise AssertionError(node)


def _look_up(data: Any, name: str | int) -> Any:
    data = getattr(data, "data", data)  # of what has a text and named values, such as the user
    try:
        if isinstance(data, Mapping) or (isinstance(data, Sequence) and not isinstance(data, str)):
            return data[name]  # pyright: ignore[reportUnknownVariableType, reportArgumentType, reportCallIssue]
    except (LookupError, TypeError):
        pass
    raise _MissingError(f"“{name}” has no value here.")


def _or_default(inner: nodes.Expr, args: list[nodes.Expr], names: Mapping[str, Any]) -> Any:
    try:
        value = _evaluate(inner, names)
    except _MissingError:
        value = None
    return value if value is not None else _evaluate(args[0], names) if args else ""
