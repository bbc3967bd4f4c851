"""YAML read strictly and with line numbers: what a workflow file may be made of.

Scalars follow YAML 1.2, so that ``on`` stays a word, ``4:1`` a ratio and ``1/8`` a note value. Aliases, tags
and further documents are refused: no workflow needs them, and each can make a small file a large one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import yaml

from daw_bridges.errors import WorkflowFormatError

if TYPE_CHECKING or yaml.__with_libyaml__:
    from yaml import CSafeLoader as _SafeLoader  # ten times as fast
else:
    from yaml import SafeLoader as _SafeLoader

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Document", "Path", "read_yaml"]

MAX_BYTES = 262_144
"""A workflow of two hundred steps is a tenth of this."""
MAX_DEPTH = 12

Path = tuple[str | int, ...]
"""The way to a value: keys of mappings and places (from 0) in lists."""


@dataclass(frozen=True)
class Document:
    """A file's data, and the line (from 1) that each value stands on."""

    file: str
    data: Any
    lines: dict[Path, int] = field(default_factory=dict[Path, int])

    def line(self, path: Path) -> int | None:
        """The line of a value, or of the nearest thing around it that is written down."""
        for length in range(len(path), -1, -1):
            if (found := self.lines.get(path[:length])) is not None:
                return found
        return None

    def error(self, message: str, path: Path = ()) -> WorkflowFormatError:
        """Make the error that says what is wrong at ``path``."""
        return WorkflowFormatError(message, file=self.file, line=self.line(path), field=field_name(path))


def field_name(path: Path) -> str:
    """Write a path as people do: ``steps[2].track``, counting from 1."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


class _Loader(_SafeLoader):
    """The safe loader with the scalars of YAML 1.2."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}  # pyright: ignore[reportIncompatibleVariableOverride]


for _tag, _pattern, _first in (
    ("bool", r"true|false", "tf"),
    ("null", r"null|~|", "n~\0"),
    ("int", r"[-+]?(?:0|[1-9][0-9]{0,14})", "-+0123456789"),
    ("float", r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,2})?", "-+.0123456789"),
):
    _first_characters = ["", *_first] if _tag == "null" else list(_first)
    _Loader.add_implicit_resolver(  # pyright: ignore[reportUnknownMemberType]
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first_characters
    )


def read_yaml(raw: bytes, file: str) -> Document:
    """Read a file's bytes. Raises WorkflowFormatError with the file, line and field."""
    text = _decode(raw, file)
    try:
        _check_events(text, file)
        node = yaml.compose(text, _Loader)
    except yaml.YAMLError as error:
        raise _syntax_error(error, file) from None
    if node is None:
        raise WorkflowFormatError("the file is empty; it should hold one workflow.", file=file)
    document = Document(file, None)
    return Document(file, _build(node, (), document, _Loader("")), document.lines)


def _decode(raw: bytes, file: str) -> str:
    if len(raw) > MAX_BYTES:
        size = f"{len(raw) // 1024} KiB, and at most {MAX_BYTES // 1024} KiB are read"
        raise WorkflowFormatError(f"the file is too large for a workflow ({size}).", file=file)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise WorkflowFormatError(
            "the file is not UTF-8 text; save it as UTF-8.", file=file, line=line
        ) from None


def _syntax_error(error: yaml.YAMLError, file: str) -> WorkflowFormatError:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read"
    line = None if mark is None else mark.line + 1
    return WorkflowFormatError(f"not valid YAML: {problem}.", file=file, line=line)


def _check_events(text: str, file: str) -> None:
    # The parser is a loop where the composer recurses: what is too deep or refers to itself never reaches the
    # latter.
    depth = documents = 0
    for event in _events(text):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if problem := _event_problem(event, depth, documents):
            raise WorkflowFormatError(problem, file=file, line=event.start_mark.line + 1)


def _events(text: str) -> Iterator[Any]:
    yield from yaml.parse(text, _Loader)


def _event_problem(event: Any, depth: int, documents: int) -> str | None:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        return "anchors and aliases (& and *) are not used in workflow files; write the value out."
    if getattr(event, "tag", None):
        return f"the tag {event.tag} is not used in workflow files; leave it out."
    if depth > MAX_DEPTH:
        return f"this is nested more than {MAX_DEPTH} deep; a workflow is never that deep."
    return "a file holds one workflow; put the next one in its own file." if documents > 1 else None


def _build(node: Any, path: Path, document: Document, loader: _Loader) -> Any:
    document.lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _build_mapping(node, path, document, loader)
    if isinstance(node, yaml.SequenceNode):
        return [_build(item, (*path, index), document, loader) for index, item in enumerate(node.value)]
    return loader.construct_object(node)  # pyright: ignore[reportUnknownMemberType]


def _build_mapping(node: yaml.MappingNode, path: Path, document: Document, loader: _Loader) -> dict[str, Any]:
    built: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = _key(key_node, path, document)
        document.lines[(*path, key)] = key_node.start_mark.line + 1
        if key in built:
            raise document.error("this field is written twice; keep one.", (*path, key))
        built[key] = _build(value_node, (*path, key), document, loader)
    return built


def _key(node: Any, path: Path, document: Document) -> str:
    if not isinstance(node, yaml.ScalarNode):
        document.lines[path] = node.start_mark.line + 1
        raise document.error("a field's name is one word, not a list or a mapping (quote “{{ … }}”).", path)
    return str(node.value)
