"""What a face may ask of the preferences: plain functions of a library, each an operation of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.memory.keyed import KeyedMemory
from orbit.memory.library import Library
from orbit.memory.preferences.keeping import Known, Preferences
from orbit.memory.preferences.meaning import meant, settled
from orbit.memory.preferences.preference import Preference, SlotValueWanted
from orbit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["forget_preference", "prefer", "preferences"]


def preferences(library: Library, settings: Settings) -> list[Known]:
    """Give every preference that holds, said or learned."""
    return list(_kept(library, settings).all())


def prefer(library: Library, settings: Settings, preference: Preference, words: str = "") -> Known:
    """Keep a preference, with the user's ``words`` for it.

    Raises NotFoundError for a workflow that is not there, UsageError or SlotError for what cannot be.
    """
    if isinstance(preference, SlotValueWanted):
        preference = settled(preference, library.definition(preference.workflow))
    return _kept(library, settings).prefer(preference, words)


def forget_preference(library: Library, settings: Settings, about: str = "") -> list[Known]:
    """Let go of what an id or words mean, of all with "everything"; give what went.

    Raises NotFoundError for none, UsageError where it could be several.
    """
    kept = _kept(library, settings)
    gone: Sequence[Known] = meant(kept.all(), about)
    return [kept.forget(each.id) for each in gone]


def _kept(library: Library, settings: Settings) -> Preferences:
    return Preferences(KeyedMemory.open(library.store, settings.data_dir))
