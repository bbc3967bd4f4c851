"""Clips and scenes in words: by name, by slot, on a named track or wherever the name is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from daw_bridges.references import clip_reference, track_reference
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import tracks_named
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group, in_order
from orbit.workflows.roles import closest

__all__ = [
    "ClipPlace",
    "clip_on",
    "read_clip",
    "read_clip_slot",
    "read_scene",
    "read_slot",
    "read_that_scene",
    "which_clip",
]

_ARTICLES = group("determiners")


_ORDINALS = in_order("ordinals")


class ClipPlace(NamedTuple):
    """A clip: its track and its reference there."""

    track: str
    clip: str


def _text(tokens: Sequence[Token]) -> str:
    words = [token.text for token in tokens]
    while words and words[0] in _ARTICLES:
        words = words[1:]
    named = _NAMED.sub("", " ".join(words))
    return named.removesuffix(" clip").removeprefix("clip ").removesuffix(" loop") or "clip"


_NAMED = re.compile(r"^clip (?:called|named|titled) (?=\S)")


def _on_its_track(ground: Ground, tokens: Sequence[Token]) -> ClipPlace | None:
    """A clip by its name and its track: "chords on the keys" is one of two that are called so."""
    at = next((at for at, token in enumerate(tokens) if at and token.text in ("on", "of", "from")), None)
    where = None if at is None else tracks_named(ground, " ".join(token.text for token in tokens[at + 1 :]))
    if at is None or not isinstance(where, tuple) or len(where) != 1:
        return None
    phrase = _text(tokens[:at])
    clip = None if phrase == "clip" else clip_on(ground, where[0], phrase)
    return ClipPlace(where[0], clip) if isinstance(clip, str) else None


def which_clip(ground: Ground) -> ClipPlace | Problem:
    """Read "the clip", and no more: the only one there is, or of what was spoken of; else a question."""
    session = ground.session
    every = [(at, clip) for at, track in enumerate(session.tracks) for clip in track.clips]
    near = [(at, clip) for at, clip in every if track_reference(session, at) in ground.tracks] or every
    places = [(track_reference(session, at), clip) for at, clip in near]
    if len(places) == 1:
        track, clip = places[0]
        return ClipPlace(track, clip_reference(ground.track(track), ground.track(track).clips.index(clip)))
    if not places:
        return Problem("There is no clip in this session yet.", "clip")
    labels = tuple(f"{clip.name or f'slot {clip.slot}'} on {track}" for track, clip in places)
    return Problem(f"Which clip: {' or '.join(labels)}?", "clip", labels)


def read_clip(ground: Ground, tokens: Sequence[Token]) -> ClipPlace | Problem | None:
    """A clip of the session view by its name, whichever track it is on."""
    if (found_there := _on_its_track(ground, tokens)) is not None:
        return found_there
    session = ground.session
    places = [(at, nth) for at, track in enumerate(session.tracks) for nth in range(len(track.clips))]
    names = [session.tracks[at].clips[nth].name for at, nth in places]
    phrase = _text(tokens)
    found = [places[index] for index in closest(phrase, names) or closest(f"{phrase} loop", names)]
    if len(found) > 1:
        labels = tuple(f"{phrase} on {session.tracks[at].name}" for at, _ in found)
        return Problem(
            f"There is more than one clip “{phrase}”: {' or '.join(labels)}. Which one?", phrase, labels
        )
    said = " ".join(token.text for token in tokens if token.text not in _ARTICLES)
    clip = (tokens[-1].text == "clip" and len(tokens) > 1) or _NAMED.match(said)
    if not found and ground.unknown and clip and phrase != "clip":
        known = ", ".join(dict.fromkeys(names)) or "none yet"
        return Problem(f"There is no clip called “{phrase}”. The clips are: {known}.", phrase)
    return next(
        (
            ClipPlace(track_reference(session, at), clip_reference(session.tracks[at], nth))
            for at, nth in found
        ),
        None,
    )


def read_clip_slot(_: Ground, tokens: Sequence[Token]) -> str | None:
    """A clip by its slot: "clip 2", "slot 3", "the first clip"."""
    text = " ".join(token.text for token in tokens if token.text not in _ARTICLES)
    match = re.fullmatch(r"(?:clip|slot|clip slot|clip number|clip in slot) #?(\d+)", text)
    if match:
        return f"#{match[1]}"
    if match := re.fullmatch(r"clip in (\w+) slot|(\w+) clip", text):
        word = match[1] or match[2]
        return f"#{_ORDINALS.index(word) + 1}" if word in _ORDINALS else None
    return None


def clip_on(ground: Ground, track: str, phrase: str) -> str | Problem:
    """The clip on one track that a phrase means; "the clip" is the only one there."""
    held = ground.track(track)
    names = [clip.name for clip in held.clips]
    if phrase.startswith("#"):
        found = [nth for nth, clip in enumerate(held.clips) if f"#{clip.slot}" == phrase]
    elif phrase == "clip":
        found = list(range(len(names)))
    else:
        found = closest(phrase, names)
    if len(found) == 1:
        return clip_reference(held, found[0])
    what = (
        "more than one clip"
        if found or (names and phrase == "clip")
        else f"no clip “{phrase}”"
        if phrase != "clip"
        else "no clip"
    )
    has = f" It has {', '.join(names)}." if names else ""
    return Problem(f"{held.name} has {what}.{has}", phrase, tuple(names) if len(found) > 1 else ())


def read_slot(_: Ground, tokens: Sequence[Token]) -> int | None:
    """A slot to put a clip into, from 1: "slot 3", "the third slot"; 0 is the next free one."""
    text = " ".join(token.text for token in tokens if token.text not in _ARTICLES)
    if match := re.fullmatch(r"(?:clip )?slot (?:number )?#?(\d+)|(\d+)(?:st|nd|rd|th) slot", text):
        return int(match[1] or match[2])
    if text in ("next slot", "next free slot", "next empty slot", "free slot", "empty slot"):
        return 0
    word = text.removesuffix(" slot")
    return _ORDINALS.index(word) + 1 if word in _ORDINALS and word != text else None


def read_that_scene(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """As ``read_scene``, for what says that it is a scene: "scene 3", "the last scene"."""
    return read_scene(ground, tokens) if any(token.text == "scene" for token in tokens) else None


def read_scene(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """A scene by its name or number ("scene 3", "the intro scene", "the last scene"), as a reference."""
    text = " ".join(token.text for token in tokens if token.text not in _ARTICLES)
    if match := re.fullmatch(r"(?:scene )?(?:number )?#?(\d+)|(\d+)(?:st|nd|rd|th) scene", text):
        return f"#{match[1] or match[2]}"
    if text == "last scene":
        return f"#{len(ground.session.scenes)}" if ground.session.scenes else None
    if text.removesuffix(" scene") in _ORDINALS:
        return f"#{_ORDINALS.index(text.removesuffix(' scene')) + 1}"
    core = text.removeprefix("scene ").removesuffix(" scene")
    found = closest(core, ground.session.scenes)
    if len(found) != 1:
        return None
    name = ground.session.scenes[found[0]]
    return name if ground.session.scenes.count(name) == 1 else f"#{found[0] + 1}"
