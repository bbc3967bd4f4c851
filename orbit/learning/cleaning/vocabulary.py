"""What kind of edit an edit is, in words that are the same for a host's own names and the neutral ones.

Everything here is looked up in the catalogue once and then known: cleaning asks for the same few hundred
words hundreds of thousands of times. No near names are searched for, however strange the words are.
"""

from __future__ import annotations

from functools import cache, lru_cache

from daw_bridges.catalog import DeviceEntry, catalog, neutral_key
from daw_bridges.catalog.names import plain_words
from daw_bridges.errors import NotFoundError

__all__ = ["deed", "device_kind", "parameter_key"]

_MANY = 1 << 14


@lru_cache(maxsize=_MANY)
def device_kind(daw: str, reference: str) -> str:
    """The kind of device that a kind or a host's own name means; a name nobody knows stands for itself.

    Plug-ins are known by their names alone, and one that only sounds like a kind is not of it.
    """
    wanted = reference.strip()
    if wanted in (names := _host_names(daw)):
        return names[wanted]
    folded = wanted.casefold()
    if folded in _kinds():
        return folded
    return _folded_names(daw).get(folded) or wanted or reference


@cache
def _kinds() -> frozenset[str]:
    return frozenset(catalog().kinds())


@lru_cache(maxsize=16)
def _host_names(daw: str) -> dict[str, str]:
    return {name: kind for kind in catalog().kinds() for name in catalog().devices(daw, kind)}


@lru_cache(maxsize=16)
def _folded_names(daw: str) -> dict[str, str]:
    return {name.casefold(): kind for name, kind in _host_names(daw).items()}


@lru_cache(maxsize=_MANY)
def parameter_key(daw: str, kind: str, parameter: str) -> str:
    """The neutral key of a device's parameter, from its key, its host's name or an everyday word for it.

    Where the catalogue has no table of the device it is the name in lower snake case.
    """
    entry = _entry(daw, kind)
    if entry is None:
        return neutral_key(parameter)
    wanted = parameter.strip()
    if (found := entry.host_parameter(wanted)) is not None and wanted not in _keys(daw, kind):
        return found.key
    plain = plain_words(parameter)
    meant = (wanted, plain.replace(" ", "_"), *entry.words.get(plain, ()))
    return next((key for key in meant if key in _keys(daw, kind)), neutral_key(parameter))


@lru_cache(maxsize=1024)
def _entry(daw: str, kind: str) -> DeviceEntry | None:
    if kind not in _kinds():
        return None
    # A kind that this host has none of is described by one that has: its keys are neutral.
    for host in (daw, "ableton", "logic"):
        try:
            return catalog().device(host, kind)
        except NotFoundError:
            continue
    return None


@lru_cache(maxsize=1024)
def _keys(daw: str, kind: str) -> frozenset[str]:
    entry = _entry(daw, kind)
    return frozenset() if entry is None else frozenset(row.key for row in entry.parameters)


@lru_cache(maxsize=_MANY)
def deed(*words: str) -> str:
    """The words as one text, the same object each time: ``set_parameter compressor threshold``."""
    return " ".join(words)
