"""Jinja with nothing to reach for: the templates of keys, over plain data, in bounded time and space.

Jinja reads and renders, in its immutable sandbox; before that, the template's tree is compared with the few
kinds of node that are allowed. There are no calls, loops, macros, imports or assignments; a dot looks a name
up in data and never in Python; arithmetic is for numbers; and every filter is one of ``FILTERS``. So a
template takes no longer than its own few hundred characters say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from jinja2 import StrictUndefined, Template, TemplateError, Undefined, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from daw_bridges.errors import UsageError
from orbit.workflows.memory_tasks.filters import FILTERS, Named, View, number, text_of, viewed
from orbit.workflows.memory_tasks.keys import escaped

__all__ = ["ROOTS", "paths_of", "problem_of", "rendered"]

ROOTS = ("workflow", "session", "user", "now", "tasks", "item")
"""What a template may name."""
MAX_LENGTH = 500
"""Of a template, in characters."""


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox, with look-ups in data alone and arithmetic on numbers alone."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%"))
    intercepted_unops = frozenset(("+", "-"))

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        data = obj.data if isinstance(obj, View | Named) else None
        if isinstance(obj, Undefined):
            return obj
        if isinstance(data, Mapping):
            values = cast("Mapping[str, Any]", data)
            if isinstance(argument, str) and argument in values:
                return viewed(values[argument])
            return self.undefined(hint=f"there is no “{argument}”; available: {_listed(values)}")
        if isinstance(data, Sequence) and isinstance(argument, int):
            items = cast("Sequence[Any]", data)
            if -len(items) <= argument < len(items):
                return viewed(items[argument])
            return self.undefined(hint=f"there are only {len(items)}")
        return self.undefined(hint=f"nothing in it is called “{argument}”")

    def is_safe_callable(self, obj: Any) -> bool:  # noqa: ARG002 - whatever it is
        return False

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        result = super().call_binop(context, operator, number(left), number(right))
        return number(result)

    def call_unop(self, context: Any, operator: str, arg: Any) -> Any:
        return super().call_unop(context, operator, number(arg))


def _listed(values: Mapping[str, Any]) -> str:
    names = [str(name) for name in values]
    return ", ".join(names[:8] + ["…"] * (len(names) > 8)) or "nothing"


def _part(value: Any) -> str:
    return escaped(text_of(value))


_NODES: tuple[type[nodes.Node], ...] = (
    nodes.Add, nodes.And, nodes.Compare, nodes.Concat, nodes.CondExpr, nodes.Const, nodes.Div, nodes.Filter,
    nodes.FloorDiv, nodes.Getattr, nodes.Getitem, nodes.If, nodes.Mod, nodes.Mul, nodes.Name, nodes.Neg,
    nodes.Not, nodes.Operand, nodes.Or, nodes.Output, nodes.Sub, nodes.Template, nodes.TemplateData,
)  # fmt: skip


def _environment() -> _Environment:
    environment = _Environment(undefined=StrictUndefined, finalize=_part, cache_size=0)
    environment.filters = cast("Any", dict(FILTERS))
    environment.tests = {}
    environment.globals = {}
    return environment


_ENVIRONMENT = _environment()


@lru_cache(maxsize=512)
def _compiled(text: str) -> Template:
    _checked(text)
    return _ENVIRONMENT.from_string(text)


def _checked(text: str) -> nodes.Template:
    if len(text) > MAX_LENGTH:
        raise UsageError(f"A key template has at most {MAX_LENGTH} characters.")
    try:
        tree = _ENVIRONMENT.parse(text)
        wrong = next((node for node in tree.find_all(nodes.Node) if type(node) not in _NODES), None)
        stranger = next((n.name for n in tree.find_all(nodes.Name) if n.name not in ROOTS), None)
        unknown = next((n.name for n in tree.find_all(nodes.Filter) if n.name not in FILTERS), None)
    except (TemplateError, RecursionError) as error:
        raise UsageError(f"The key template “{_short(text)}” cannot be read: {error}") from None
    if wrong is not None:
        raise UsageError(
            f"The key template “{_short(text)}” holds what it may not ({type(wrong).__name__.lower()}); "
            "it may hold names, numbers, comparisons, if and else, and filters."
        )
    if stranger is not None:
        known = ", ".join(ROOTS)
        raise UsageError(f"A key template cannot use “{stranger}”; it may begin with {known}.")
    if unknown is not None:
        raise UsageError(f"There is no filter “{unknown}” for keys; available: {', '.join(FILTERS)}.")
    return tree


def problem_of(text: str) -> str | None:
    """What is wrong with a template, or None."""
    try:
        _checked(text)
    except UsageError as error:
        return str(error)
    return None


def paths_of(text: str) -> Iterator[tuple[str, ...]]:
    """Each value that a template looks up, by the names on the way: ``("workflow", "input", "target")``."""
    tree = _checked(text)
    inner = {id(n.node) for n in tree.find_all((nodes.Getattr, nodes.Getitem))}
    for node in tree.find_all((nodes.Name, nodes.Getattr, nodes.Getitem)):
        if id(node) not in inner:
            yield _path(node)


def _path(node: nodes.Node) -> tuple[str, ...]:
    match node:
        case nodes.Name(name=name):
            return (name,)
        case nodes.Getattr(node=inner, attr=name) | nodes.Getitem(node=inner, arg=nodes.Const(value=name)):
            return (*_path(inner), str(name))
        case nodes.Getitem(node=inner):
            return (*_path(inner), "")
        case _:
            return ("",)


def rendered(text: str, context: Mapping[str, Any]) -> str:
    """Fill a template in. Raises UsageError saying what is missing or does not go together."""
    template = _compiled(text)
    try:
        return template.render({name: viewed(value) for name, value in context.items()})
    except (
        TemplateError,
        UsageError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        RecursionError,
    ) as error:
        raise UsageError(f"The key template “{_short(text)}” cannot be filled in: {error}.") from None


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
