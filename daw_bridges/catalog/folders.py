"""The folders of device tables: ours, and those that installed packages bring.

A package names its folder by an entry point of the group ``orbit.catalogues``: a package of files, which is
found and not imported, of the same form as ours; ``kinds.yaml`` and ``words.yaml`` may be missing in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TypeVar

from daw_bridges.catalog.loading import load
from daw_bridges.catalog.names import neutral_key
from daw_bridges.catalog.schema import DeviceHead, KindRow, Kinds, Words
from daw_bridges.errors import CatalogError
from daw_bridges.extensions import extensions

__all__ = ["GROUP", "Folders", "outside"]

GROUP = "orbit.catalogues"

_Value = TypeVar("_Value")

_KINDS, _WORDS = "kinds.yaml", "words.yaml"


def outside() -> Iterator[Path]:
    """The folders that other packages bring. Raises CatalogError for one that is not there."""
    for entry in extensions(GROUP):
        try:
            found = find_spec(entry.module)
        except ModuleNotFoundError:
            found = None
        if found is None or not found.submodule_search_locations:
            package = entry.dist.name if entry.dist else entry.name
            raise CatalogError(
                f"The package {package} has no device tables in {entry.value}, where it says they are. "
                "Install it again, or remove it."
            )
        yield Path(found.submodule_search_locations[0])


class Folders:
    """Several folders as one: where two say the same, the first is taken."""

    def __init__(self, first: Path, *further: Path) -> None:
        self.all = (first, *further)

    @cached_property
    def kinds(self) -> dict[str, KindRow]:
        """The kinds of device, with all devices of each: those that kinds.yaml lists first."""
        rows = dict(self._listed[0])
        for (daw, name), (path, head) in self._unlisted.items():
            if head.kind not in rows:
                raise CatalogError(f"{path}: kind: {head.kind or 'missing'}; it is one of {', '.join(rows)}.")
            rows[head.kind] = _joined(rows[head.kind], KindRow(hosts={daw: {name: head.class_name}}))
        return rows

    @cached_property
    def words(self) -> Words:
        """Everyday names of parameters."""
        found = [load(path, Words) for path in self._each(_WORDS)]
        kinds = {kind for words in found for kind in words.kinds}
        return Words(
            any=_first(words.any for words in found),
            kinds={kind: _first(words.kinds.get(kind, {}) for words in found) for kind in kinds},
        )

    def file(self, daw: str, name: str) -> Path:
        """The file of a device."""
        listed = self._listed[1].get((daw, name))
        return listed or self._unlisted[daw, name][0]

    def saved(self, daw: str, class_name: str) -> Path | None:
        """The file of a class that only saved sets have; None if there is none."""
        places = (folder / daw / "saved" / f"{neutral_key(class_name)}.yaml" for folder in self.all)
        return next((path for path in places if path.exists()), None)

    @cached_property
    def _listed(self) -> tuple[dict[str, KindRow], dict[tuple[str, str], Path]]:
        rows: dict[str, KindRow] = {}
        files: dict[tuple[str, str], Path] = {}
        for path in self._each(_KINDS):
            for kind, row in load(path, Kinds).root.items():
                rows[kind] = _joined(rows[kind], row) if kind in rows else row
                for daw, name in ((daw, name) for daw, names in row.hosts.items() for name in names):
                    files.setdefault((daw, name), path.parent / daw / f"{neutral_key(name)}.yaml")
        return rows, files

    @cached_property
    def _unlisted(self) -> dict[tuple[str, str], tuple[Path, DeviceHead]]:
        """The devices that say their kind themselves."""
        listed = self._listed[1]
        known = set(listed.values())
        found: dict[tuple[str, str], tuple[Path, DeviceHead]] = {}
        for path in chain.from_iterable(sorted(folder.glob("*/*.yaml")) for folder in self.all):
            if path not in known:
                head = load(path, DeviceHead, until="parameters:")
                device = path.parent.name, head.name
                if device not in listed:
                    found.setdefault(device, (path, head))
        return found

    def _each(self, name: str) -> Iterator[Path]:
        """The file of that name in each folder, which only the first must have."""
        yield self.all[0] / name
        yield from (path for folder in self.all[1:] if (path := folder / name).exists())


def _first(found: Iterable[Mapping[str, _Value]]) -> dict[str, _Value]:
    """Mappings as one, each key with the first value that it has."""
    joined: dict[str, _Value] = {}
    for each in found:
        joined |= {key: value for key, value in each.items() if key not in joined}
    return joined


def _joined(one: KindRow, other: KindRow) -> KindRow:
    hosts = {daw: _first(each.hosts.get(daw, {}) for each in (one, other)) for daw in one.hosts | other.hosts}
    older = {daw: one.older.get(daw, ()) + other.older.get(daw, ()) for daw in one.older | other.older}
    instead = _first((one.instead, other.instead))
    return KindRow(words=one.words + other.words, hosts=hosts, older=older, instead=instead)
