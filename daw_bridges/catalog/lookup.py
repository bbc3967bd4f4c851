"""The catalogue: kinds of device, and what each DAW has of a kind."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from pathlib import Path

from daw_bridges.catalog.entries import DeviceEntry, device_entry
from daw_bridges.catalog.folders import Folders, outside
from daw_bridges.catalog.loading import load
from daw_bridges.catalog.names import plain_words
from daw_bridges.catalog.schema import DeviceHead, DeviceTable, Instead, KindRow, StoredTable, Words
from daw_bridges.errors import CatalogError, NotFoundError
from daw_bridges.session import Device

__all__ = ["Catalog", "catalog"]

_HERE = Path(__file__).parent

# How the DAWs are called in messages.
_DAW_NAMES = {"ableton": "Ableton Live", "logic": "Logic Pro", "ardour": "Ardour"}


class Catalog:
    """Kinds of device and their host devices, read from folders; files are read when first needed."""

    def __init__(self, folder: Path = _HERE, *further: Path) -> None:
        self._folders = Folders(folder, *further)
        self._entries: dict[tuple[str, str], DeviceEntry] = {}

    @property
    def _kinds(self) -> dict[str, KindRow]:
        return self._folders.kinds

    @property
    def _words(self) -> Words:
        return self._folders.words

    @cached_property
    def _kind_by_words(self) -> dict[str, str]:
        """Every phrase that means a kind: its name, its words, its hosts' device names.

        One host may call a device like another kind (Logic's Channel EQ is its ``eq``): kinds and their words
        come first. A device called like an everyday parameter (Logic's Gain) is no phrase in a sentence.
        """
        phrases: dict[str, str] = {}
        for kind, row in self._kinds.items():
            for phrase in (kind, *row.words):
                phrases.setdefault(plain_words(phrase), kind)
        for kind, row in self._kinds.items():
            for plain in (plain_words(name) for devices in row.hosts.values() for name in devices):
                if plain not in self._words.any:
                    phrases.setdefault(plain, kind)
        return phrases

    @cached_property
    def _phrase(self) -> re.Pattern[str]:
        longest_first = sorted(self._kind_by_words, key=len, reverse=True)
        return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, longest_first))})(?:e?s)?(?![a-z0-9])")

    def kinds(self) -> list[str]:
        """The kinds there are, in the catalogue's order."""
        return list(self._kinds)

    def devices(self, daw: str, kind: str | None = None) -> list[str]:
        """The host's own devices, all or those of a kind, best first."""
        rows = self._kinds.values() if kind is None else (self._kind(kind),)
        return [name for row in rows for name in row.hosts.get(daw, {})]

    def device(self, daw: str, reference: str) -> DeviceEntry:
        """The host's device for a kind (its best one), a host's device name or a word that means a kind.

        Raises NotFoundError, which says what to use instead where the host has no device of the kind.
        """
        kind, name = self._resolve(daw, reference)
        return self._entry(daw, kind, name)

    def means_one(self, daw: str, reference: str) -> bool:
        """Whether a reference is one that means a device at all, on this host or on another."""
        kind = self._kind_by_words.get(plain_words(reference))
        return kind is not None or self._host_device(daw, reference) is not None

    def stand_in(self, daw: str, reference: str) -> tuple[str, Instead] | None:
        """The kind that a reference means where the host has no device of it, and what could stand in."""
        kind = self._kind_by_words.get(plain_words(reference))
        if kind is None or self._host_device(daw, reference) is not None or self._kinds[kind].hosts.get(daw):
            return None
        instead = self._kinds[kind].instead.get(daw)
        return None if instead is None else (kind, instead)

    def key_elsewhere(self, kind: str, host_name: str) -> str | None:
        """The neutral key of what another host's device of a kind calls so; None where none does."""
        for daw, devices in self._kinds[kind].hosts.items():
            for name in devices:
                if (found := self._entry(daw, kind, name).host_parameter(host_name)) is not None:
                    return found.key
        return None

    def identify(self, daw: str, class_name: str | None = None, name: str | None = None) -> str | None:
        """The kind of a device found on a host: by its class, since names can be edited, or else by its name.

        None for devices the catalogue does not know.
        """
        wanted = (name or "").casefold()
        for kind, row in self._kinds.items():
            devices = row.hosts.get(daw, {})
            if class_name is None:
                known = wanted in (host_name.casefold() for host_name in devices)
            else:
                known = class_name in devices.values() or class_name in row.older.get(daw, ())
            if known:
                return kind
        return None

    def entry_of(self, daw: str, class_name: str) -> DeviceEntry | None:
        """The table of a device found on a host, by its class; None if the catalogue has none."""
        for kind, row in self._kinds.items():
            for host_name, host_class in row.hosts.get(daw, {}).items():
                if class_name == host_class:
                    return self._entry(daw, kind, host_name)
        return None

    @lru_cache(maxsize=1024)  # noqa: B019 - a catalogue lives as long as the program
    def stored_table(self, daw: str, class_name: str) -> StoredTable | None:
        """The rows of a class of device that saved sets have; None if nothing is known of it."""
        entry = self.entry_of(daw, class_name)
        if entry is not None:
            return self.table(daw, entry.name)
        path = self._folders.saved(daw, class_name)
        found = None if path is None else load(path, StoredTable)
        return found if found is not None and found.class_name == class_name else None

    def head(self, daw: str, name: str) -> DeviceHead:
        """What is said of the host's device of exactly that name before its parameters."""
        return load(self._folders.file(daw, name), DeviceHead, until="parameters:")

    def table(self, daw: str, name: str) -> DeviceTable:
        """The rows of the host's device of exactly that name, as its file has them."""
        return self._table(daw, self._kind_by_host_name(daw)[name], name)

    def new_device(self, daw: str, reference: str, label: str | None = None) -> Device:
        """The session's device as freshly inserted on that host, every parameter at its default."""
        return self.device(daw, reference).new(label)

    def kind_of_words(self, text: str) -> str | None:
        """The kind of device a phrase speaks of, by the longest name in it; None if it speaks of none."""
        plain = plain_words(text)
        found = [match[0] for match in self._phrase.finditer(plain)]
        return self._kind_called(max(found, key=len)) if found else None

    def _kind_called(self, phrase: str) -> str | None:
        for candidate in (phrase, phrase.removesuffix("s"), phrase.removesuffix("es")):
            if candidate in self._kind_by_words:
                return self._kind_by_words[candidate]
        return None

    def _kind(self, kind: str) -> KindRow:
        try:
            return self._kinds[kind]
        except KeyError:
            raise NotFoundError("kind of device", kind, _near(kind, tuple(self._kinds))) from None

    def _resolve(self, daw: str, reference: str) -> tuple[str, str]:
        """The kind and the host's name that a reference means.

        Kinds and host names can be alike but for case: ``sampler`` is a kind, ``Sampler`` one of its devices.
        """
        if found := self._host_device(daw, reference):
            return found
        kind = self._kind_by_words.get(plain_words(reference))
        if kind is None:
            raise self._unknown(daw, reference)
        names = self._kinds[kind].hosts.get(daw)
        if not names:
            raise self._none_of(daw, kind)
        return kind, next(iter(names))

    def _host_device(self, daw: str, reference: str) -> tuple[str, str] | None:
        names = self._kind_by_host_name(daw)
        wanted = reference.strip()
        if wanted in names:
            return names[wanted], wanted
        if wanted in self._kinds:
            return None
        return next(
            ((kind, name) for name, kind in names.items() if name.casefold() == wanted.casefold()), None
        )

    @lru_cache(maxsize=8)  # noqa: B019 - a catalogue lives as long as the program
    def _kind_by_host_name(self, daw: str) -> dict[str, str]:
        return {name: kind for kind, row in self._kinds.items() for name in row.hosts.get(daw, {})}

    def _unknown(self, daw: str, reference: str) -> NotFoundError:
        known = (*self._kinds, *self.devices(daw))
        offered = _near(reference, known) or self._kinds
        return NotFoundError("device", reference, offered, _DAW_NAMES.get(daw, daw))

    def _none_of(self, daw: str, kind: str) -> NotFoundError:
        row, where, words = self._kinds[kind], _DAW_NAMES.get(daw, daw), kind.replace("_", " ")
        instead = row.instead.get(daw)
        error = NotFoundError("device", kind, (instead.kind,) if instead else (), where)
        if instead:
            message = f"{where} has no {words} of its own. Use {instead.kind} instead: {instead.how}."
        elif daw in row.hosts:
            message = f"{where} has no {words} of its own. Use a plug-in by its own name."
        else:
            message = f"Orbit knows no {words} of {where}. Use one by its own name there."
        error.args = (message,)
        return error

    def _entry(self, daw: str, kind: str, name: str) -> DeviceEntry:
        if (daw, name) not in self._entries:
            words = {**self._words.any, **self._words.kinds.get(kind, {})}
            self._entries[daw, name] = device_entry(kind, daw, self._table(daw, kind, name), words)
        return self._entries[daw, name]

    @lru_cache(maxsize=1024)  # noqa: B019 - a catalogue lives as long as the program
    def _table(self, daw: str, kind: str, name: str) -> DeviceTable:
        path = self._folders.file(daw, name)
        table = load(path, DeviceTable)
        expected = self._kinds[kind].hosts[daw][name]
        if (table.name, table.class_name, table.kind or kind) != (name, expected, kind):
            raise CatalogError(
                f"{path}: kinds.yaml has name {name}, class_name {expected} and kind {kind} for it."
            )
        return table


# Understanding a sentence tries many phrases that are no device; searching for near names is the dear part.
@lru_cache(maxsize=1024)
def _near(wanted: str, known: tuple[str, ...]) -> list[str]:
    by_plain = {plain_words(name): name for name in known}
    return [by_plain[plain] for plain in get_close_matches(plain_words(wanted), by_plain, n=5, cutoff=0.6)]


@cache
def catalog() -> Catalog:
    """The catalogue that comes with Orbit and the packages installed beside it."""
    return Catalog(_HERE, *outside())
