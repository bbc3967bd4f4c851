"""Reading the catalogue's YAML files, with errors that name the file and the field."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from daw_bridges.catalog.families import expanded
from daw_bridges.errors import CatalogError

__all__ = ["load"]

_ROWS = {"parameters", "only_stored"}

_Form = TypeVar("_Form", bound=BaseModel)


def load(path: Path, form: type[_Form], until: str = "") -> _Form:
    """Read a YAML file of the given form, or what stands in it ``until`` a line that begins so.

    Raises CatalogError naming the file, the field and the fault.
    """
    document = _parse(path, until)
    try:
        _expand(document)
        return form.model_validate(document)
    except KeyError as error:
        raise CatalogError(f"{path}: a family has no value for {{{error.args[0]}}}.") from None
    except ValidationError as error:
        raise CatalogError(f"{path}: {_first_complaint(error, document)}") from None


def _expand(document: Any) -> None:
    """Tell the families of a device's rows out, so that a complaint names the row it is about."""
    if isinstance(document, dict):
        device = cast("dict[str, Any]", document)
        for rows in device.keys() & _ROWS:
            device[rows] = expanded(device[rows])


def _parse(path: Path, until: str) -> Any:
    # Only whoever needs a table pays for the YAML library.
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        text = path.read_text(encoding="utf-8")
        text = text.partition(f"\n{until}")[0] if until else text
        return yaml.load(text, Loader=loader)  # noqa: S506 - both are safe loaders
    except OSError as error:
        raise CatalogError(f"{path}: cannot be read ({error.strerror}). Install Orbit again.") from None
    except yaml.YAMLError as error:
        raise CatalogError(f"{path}: is not valid YAML: {error}") from None


def _first_complaint(error: ValidationError, document: Any) -> str:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"]) or "the whole file"
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return f"{field}{_named(document, first['loc'])}: {first['msg']}{more}"


def _named(document: Any, place: tuple[int | str, ...]) -> str:
    """The name of the parameter a complaint is about: numbers of list items are hard to find in a file."""
    for part in place:
        try:
            document = document[part]
        except (KeyError, IndexError, TypeError):
            return ""
        if isinstance(part, int) and isinstance(document, dict):
            row: dict[str, Any] = document  # pyright: ignore[reportUnknownVariableType]
            name = row.get("name") or row.get("key")
            return f" ({name})" if name else ""
    return ""
