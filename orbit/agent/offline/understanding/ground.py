"""What a sentence is read against: the session, and what was spoken of just before ("it", "them")."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self

from daw_bridges.actions import Action, InsertDevice
from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError
from daw_bridges.references import device_reference, find_track
from daw_bridges.session import Session, Track
from orbit.workflows.roles import Nicknames

__all__ = ["Ground"]

_EFFORT = 250
"""A long request of ten parts reads some eighty clauses; what needs more is no request."""


@dataclass(frozen=True)
class Ground:
    """The session, with the tracks and the device that the clause before was about."""

    session: Session
    sentence: str = ""
    """What was said, as it was written; names are taken from it."""
    tracks: tuple[str, ...] = ()
    device: str | None = None
    nicknames: Nicknames = field(default_factory=dict[str, str], compare=False, repr=False)
    """What the user calls tracks of this session."""
    unknown: bool = field(default=False, compare=False)
    """Whether a name that fits nothing is reported rather than passed over."""

    long_names: bool = field(default=False, compare=False)
    """Whether a name that somebody gives may hold "and" or a comma; tried when nothing else fits."""

    clip: str | None = None
    """The name of the clip that the clause before was about."""

    spoken: tuple[str, ...] = ()
    """The tracks that all the clauses before were about, in their order: what "both" means."""

    known: dict[tuple[object, ...], Any] = field(
        default_factory=dict[tuple[object, ...], Any], compare=False, repr=False
    )
    """What phrases were found to mean on this session: every rule asks for the same ones."""

    effort: list[int] = field(default_factory=lambda: [_EFFORT], compare=False, repr=False)
    """How many more clauses are read before a sentence is given up; all readings of it share the count."""

    def spend(self) -> bool:
        """Count one clause read; whether the sentence is still worth it."""
        self.effort[0] -= 1
        return self.effort[0] >= 0

    @property
    def daw(self) -> str:
        """The DAW, by the catalogue's name."""
        return self.session.daw

    def kind_of(self, words: str) -> str | None:
        """The kind of device that words name as a whole, in singular or plural; None if they name none."""
        if catalog().kind_of_words(words) is None:
            return None
        spellings = (words, words.removesuffix("s"), words.removesuffix("es"))
        for candidate in (each for each in spellings if catalog().means_one(self.daw, each)):
            with suppress(OrbitError):
                return catalog().device(self.daw, candidate).kind
        return None

    def track(self, reference: str) -> Track:
        """The track of a reference that was found in this session."""
        return find_track(self.session, reference)

    def after(self, actions: Sequence[Action]) -> Self:
        """The ground for the next clause: the session as the actions leave it, and what they spoke of."""
        tracks = [_subject(action) for action in actions]
        session, known = self._led_to(actions)
        devices = [name for action in actions if (name := _device_of(session, action)) is not None]
        about = tuple(dict.fromkeys(name for name in tracks if name))
        spoken = (*(name for name in self.spoken if name not in about), *about)
        return replace(
            self,
            known=known,
            session=session,
            tracks=_still_there(session, about or self.tracks),
            spoken=_still_there(session, spoken),
            clip=_clip_of(actions[-1]) if actions else self.clip,
            device=devices[-1] if devices else self.device,
        )

    def _led_to(self, actions: Sequence[Action]) -> tuple[Session, dict[tuple[object, ...], Any]]:
        """The session as the actions leave it, and what is known of it: a sentence is read in many ways."""
        done = (_applied, *(action.model_dump_json() for action in actions))
        if done not in self.known:
            self.known[done] = (_applied(self.session, actions), {})
        return self.known[done]


def _still_there(session: Session, tracks: Sequence[str]) -> tuple[str, ...]:
    """The tracks that are left: "it" is none that was deleted."""
    left: list[str] = []
    for track in tracks:
        with suppress(OrbitError):
            find_track(session, track)
            left.append(track)
    return tuple(left)


def _device_of(session: Session, action: Action) -> str | None:
    """The device that an action speaks of, as it is called once that is done: of two gates, the new one."""
    if isinstance(action, InsertDevice) and action.label is None and action.at is None:
        with suppress(OrbitError):
            track = find_track(session, action.track)
            return device_reference(track, len(track.devices) - 1) if track.devices else None
    device = getattr(action, "device", None)
    return device if isinstance(device, str) else None


_NAMING = frozenset({"create_track", "rename_track", "duplicate_track"})
"""Edits behind which "it" is what has the name that was given."""


def _subject(action: Action) -> str | None:
    fields = action.model_dump()
    given = fields.get("name") if fields["action"] in _NAMING else None
    name = given or fields.get("track")
    return name if isinstance(name, str) else None


_OF_CLIPS = frozenset({"create_clip", "rename_clip", "duplicate_clip", "add_notes"})


def _clip_of(action: Action) -> str | None:
    """The name of the clip that an edit leaves behind; one that was only played is left out."""
    fields = action.model_dump()
    if fields["action"] not in _OF_CLIPS:
        return None
    name = fields.get("name") or fields.get("clip")
    return name if isinstance(name, str) else None


def _applied(session: Session, actions: Sequence[Action]) -> Session:
    from daw_bridges.algebra import apply

    try:
        for action in actions:
            session = apply(session, action)
    except OrbitError:
        # The plan's dry run says what is wrong with it, and says it better; reading goes on with what there
        # is.
        return session
    return session
