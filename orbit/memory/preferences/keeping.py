"""The preferences of one scope, in keyed memory: said, learned, listed, forgotten.

Each stands under a key of its own, so that two processes that set two do not meet; of one that is set twice
the later holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import ValidationError

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.preferences.evidence import Correction, Evidence
from orbit.memory.preferences.preference import Preference, SlotValueWanted, key_of, read_preference

if TYPE_CHECKING:
    from orbit.memory.keyed import KeyedMemory

__all__ = ["MEMORY", "Known", "Preferences"]

MEMORY = "orbit.preferences"
"""The memory that they are kept in."""
_SAID, _CORRECTED = "said", "corrected"
_MOST, _LONGEST_WORDS = 200, 300


@dataclass(frozen=True)
class Known:
    """A preference that holds: ``source`` is how it is known, ``words`` what the user said, if they did.

    ``since`` is when it was said last, in ISO 8601 and UTC; ``sittings`` in how many it was corrected so.
    """

    id: str
    preference: Preference
    source: Literal["said", "learned"]
    words: str = ""
    since: str = ""
    sittings: int = 0

    def describe(self) -> str:
        """Say it in a sentence, with how it is known."""
        said = self.preference.describe()
        how = "you said so" if self.source == "said" else f"you set it so in {self.sittings} sessions"
        return f"{said[0].upper()}{said[1:]}: {how}."


class Preferences:
    """The preferences in a keyed memory. Everything raises MemoryStoreError when it cannot be used."""

    def __init__(self, memory: KeyedMemory) -> None:
        self._memory = memory
        self._read: tuple[Mapping[str, str], tuple[Known, ...]] = ({}, ())

    def all(self) -> tuple[Known, ...]:
        """Give every preference that holds, those of a kind together, the latest said last."""
        stamps = self._memory.stamps(MEMORY)
        if stamps != self._read[0]:
            self._read = (stamps, self._held(list(stamps)))
        return self._read[1]

    def prefer(self, preference: Preference, words: str = "") -> Known:
        """Keep a preference, in the place of one that says otherwise. Raises UsageError for one too many."""
        its_key = key_of(preference)
        known = {each.id for each in self.all()}
        if its_key not in known and len(known) >= _MOST:
            raise UsageError(
                f"There are already {_MOST} preferences, the most Orbit keeps. Forget some first."
            )
        since = datetime.now(UTC).isoformat(timespec="seconds")
        said = {"words": _line(words), "since": since}
        content = {"preference": preference.model_dump(mode="json")} | said
        self._write(f"{_SAID}:{its_key}", content)
        return Known(its_key, preference, "said", said["words"], since)

    def forget(self, its_id: str) -> Known:
        """Let a preference go, with what it was learned from. Raises NotFoundError."""
        held = {each.id: each for each in self.all()}
        if its_id not in held:
            raise NotFoundError("preference", its_id, list(held)[:20])
        with self._memory.whole():
            there = self._memory.stamps(MEMORY)
            for key in (f"{_SAID}:{its_id}", f"{_CORRECTED}:{its_id}"):
                if key in there:
                    self._memory.perform({"operation": "delete", "memory_ref": MEMORY, "key": key})
        return held[its_id]

    def corrected(self, correction: Correction, sitting: str) -> None:
        """Note a correction; in enough sittings the same one becomes a preference. Raises UsageError."""
        wanted = SlotValueWanted(workflow=correction.workflow, slot=correction.slot, value=correction.value)
        key = f"{_CORRECTED}:{key_of(wanted)}"
        with self._memory.whole():
            held = [_data(message) for message in self._memory.peek(MEMORY, key)]
            before = _evidence(held[0]) if held else None
            evidence = (before[1] if before else Evidence()).with_one(sitting, correction.value)
            slot = {"workflow": correction.workflow, "slot": correction.slot}
            self._write(key, slot | {"evidence": evidence.model_dump(mode="json")})

    def _write(self, key: str, content: dict[str, Any]) -> None:
        payload = {"role": "system", "content": content}
        self._memory.perform({"operation": "write", "memory_ref": MEMORY, "key": key, "payload": payload})

    def _held(self, keys: list[str]) -> tuple[Known, ...]:
        found: dict[str, Known] = {}
        # What was said goes before what was learned, whichever is read first.
        for message in sorted(self._memory.peek(MEMORY, *keys), key=lambda each: each["key"]):
            known = _known(message)
            if known is not None:
                found[known.id] = known
        ordered = sorted(found.values(), key=lambda each: (each.preference.kind, each.since, each.id))
        return tuple(ordered[: 2 * _MOST])


def _known(message: Mapping[str, Any]) -> Known | None:
    """Read what is kept; what is no preference, or lies under another's key, is none."""
    sort, _, its_id = str(message["key"]).partition(":")
    data = _data(message)
    try:
        known = _said(data) if sort == _SAID else _learned(data) if sort == _CORRECTED else None
    except (UsageError, ValidationError):
        return None
    return known if known is not None and known.id == its_id else None


def _said(data: Mapping[str, Any]) -> Known:
    preference = read_preference(data.get("preference"))
    words, since = _line(str(data.get("words", ""))), str(data.get("since", ""))[:40]
    return Known(key_of(preference), preference, "said", words, since)


def _learned(data: Mapping[str, Any]) -> Known | None:
    if (found := _evidence(data)) is None or (value := found[1].learned) is None:
        return None
    wanted = read_preference({"kind": "slot", **found[0], "value": value})
    return Known(key_of(wanted), wanted, "learned", sittings=found[1].sittings(value))


def _evidence(data: Mapping[str, Any]) -> tuple[dict[str, Any], Evidence] | None:
    try:
        evidence = Evidence.model_validate(data.get("evidence"))
    except ValidationError:
        return None
    return {name: data.get(name) for name in ("workflow", "slot")}, evidence


def _data(message: Mapping[str, Any]) -> Mapping[str, Any]:
    data: object = message.get("data")
    return cast("Mapping[str, Any]", data) if isinstance(data, Mapping) else {}


def _line(text: str) -> str:
    line = "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))
    return line if len(line) <= _LONGEST_WORDS else f"{line[: _LONGEST_WORDS - 1]}…"
