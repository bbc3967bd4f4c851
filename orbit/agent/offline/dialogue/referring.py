"""What a sentence points at, by the name it has: "both", "the copy", "the original", "that marker".

Each is something that was done lately, and only what there is one of is meant. Words that name it stand in
place of those that point, and the rules for requests read the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from daw_bridges.actions import Action, DuplicateTrack, RenameTrack, SetSend
from daw_bridges.errors import OrbitError
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = ["clip_meant", "pointed_at"]

_NUMBERS = {"both": 2, "two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_SOME = re.compile(
    r"\b(?:(?:all|the|these|those)(?: of)?(?: the| these| those)? (?P<number>two|three|four|five|[2-5])"
    r"|both)\b"
    r"(?: of (?:them|those|these|'em))?(?: (?:tracks|channels|ones))?"
    r"(?! (?:the |of |bars?\b|beats?\b|dbs?\b|times\b|sends\b|clips\b|scenes\b|markers\b|"
    r"devices\b|eqs?\b|compressors\b|sides\b|ears\b|ways\b|steps\b|changes\b|things\b))",
    re.IGNORECASE,
)
_COPY = re.compile(
    r"\b(?:the|that|this|my) (?:new )?(?:copy|duplicate|double|clone)(?: track| one)?\b(?! (?:of|to)\b)",
    re.IGNORECASE,
)
_ORIGINAL = re.compile(
    r"(?<!to )(?<!it )(?<!called )(?<!named )(?:\b(?:the|that|my) |^(?:and )?)"
    r"(?:original|first|old)(?P<name>(?: \w+){0,2}?) ?(?:one|track)?",
    re.IGNORECASE,
)
_NEW = re.compile(r"\b(?:the|that|this|my) (?:new|newly made|fresh) (?:one|track|channel)\b", re.IGNORECASE)
_TRACK = re.compile(r"\b(?:that|this|the same|same) (?:track|channel)\b", re.IGNORECASE)
_SEND = re.compile(
    r"\b(?:that|this|the|its) (?:same )?send(?: level)?\b(?! (?:of|on|from|to (?:the )?[a-z])\b)",
    re.IGNORECASE,
)
_ITS = re.compile(r"\bits\b", re.IGNORECASE)
_MARKER = re.compile(
    r"\b(?:that|this|the)(?: new| last)? (?:marker|locator|cue)\b(?= |$)"
    r"(?! (?:\x22|at\b|in|on|called|named)\b)",
    re.IGNORECASE,
)
_SCENE = re.compile(
    r"\b(?:that|this|the)(?: new| last)? scene\b(?! (?:\x22|\d|called|named|one\b|two\b|three\b))",
    re.IGNORECASE,
)
_CLIP = re.compile(r"\b(?:(?:that|this|the)(?: new| same)? clip\b(?! (?:called|named))|it\b)", re.IGNORECASE)
_CALLING = re.compile(r'\b(?:call|name) (?P<what>the locator "[^"]*") (?=\S)', re.IGNORECASE)
_RETURN = re.compile(r"\b(?:the|that) (?P<word>\w+) one\b", re.IGNORECASE)
"""One of what was sent to: "and the delay one to -18"."""
_LAST = re.compile(r"\b(?:the|that) last (?:one|locator|marker|scene|track)\b", re.IGNORECASE)
_NOUNS = {"add_locator": "locator", "create_scene": "scene", "create_track": "track"}
_RENAMED = re.compile(r'\brename (?P<what>track \d+|"[^"]+") (?!to\b|as\b|and\b)(?=\S)', re.IGNORECASE)
_MARKERS = ("add_locator", "rename_locator", "move_locator")
_SCENES = ("create_scene", "rename_scene", "fire_scene")


def pointed_at(text: str, known: Known) -> str:
    """The sentence with names in place of what only points; itself where it points at nothing."""
    said = text
    for replaced in _REPLACING:
        said = replaced(said, known)
    return _RENAMED.sub(r"rename \g<what> to ", said) if said != text else text


def _deeds(known: Known) -> Iterator[Action]:
    """The edits that stand, the latest first."""
    for done in known.past.standing():
        yield from reversed(edits_of(done))


def _put(pattern: re.Pattern[str], text: str, named: str | None) -> str:
    return pattern.sub(lambda _: named, text, count=1) if named is not None else text


def _quoted(names: Sequence[str]) -> str:
    return " and ".join(f'"{name}"' for name in names)


def _some(text: str, known: Known) -> str:
    """So many tracks: those that were spoken of last, in as many turns as it takes."""
    said = _SOME.search(text)
    if said is None or _names_tracks(text, known):
        return text
    wanted, found = _NUMBERS[(said["number"] or "both").casefold()], list[str]()
    for done in known.past.standing():
        found = [*dict.fromkeys([*subjects(edits_of(done)), *found])]
        if len(found) >= wanted:
            break
    there = set(known.session.track_names)
    return _put(_SOME, text, _quoted(found)) if len(found) == wanted and there.issuperset(found) else text


def _names_tracks(text: str, known: Known) -> bool:
    ground = known.ground(text)
    return any(
        each.type == "track" and each.values and each.text.casefold() not in _POINTING
        for each in mentions(ground, tokenize(text))
    )


_POINTING = frozenset({"it", "them", "that", "this", "these", "those", "both", "both of them", "all of them"})


def _copied(text: str, known: Known) -> str:
    """The copy that was made last, and what it was made of."""
    made = next((each for each in _deeds(known) if isinstance(each, DuplicateTrack)), None)
    if made is None:
        return text
    source = _now(made.track, known)
    copy = _now(made.name, known) if made.name else _called_since(made, known)
    at = _place(copy, known.session) if source == copy else None
    text = _put(_COPY, text, f"track {at + 1}" if at is not None else f'"{copy}"')
    original = _ORIGINAL.search(text)
    if original is None:
        return text
    named = f"track {at}" if at is not None else f'"{source}"'
    behind = _beside(original["name"], source, text[original.end() :])
    return f"{text[: original.start()]}{named} {behind}".strip()


def _beside(said: str, source: str, behind: str) -> str:
    """What stands behind "the original", without the name of what it is."""
    words = f"{said}{behind}".split()
    names = set(source.casefold().split()) | {"track", "one"}
    while words and words[0].casefold() in names:
        words.pop(0)
    return " ".join(words)


def _place(name: str, session: Session) -> int | None:
    """Where, counted from one, the first of two tracks of a name is."""
    places = [at for at, each in enumerate(session.track_names, start=1) if each == name]
    return places[0] if len(places) == 2 and places[1] == places[0] + 1 else None


def _now(name: str, known: Known) -> str:
    """The name that a track has by now."""
    for done in reversed(known.past.standing()):
        for action in edits_of(done):
            if (
                isinstance(action, RenameTrack)
                and action.track == name
                and name not in known.session.track_names
            ):
                name = action.name
    return name


def _called_since(made: DuplicateTrack, known: Known) -> str:
    """What a copy that got no name is called: its original's, or what its place was renamed to since."""
    for action in _deeds(known):
        if action == made:
            break
        if isinstance(action, RenameTrack) and action.track.startswith("#"):
            return action.name
    return made.track


def _new(text: str, known: Known) -> str:
    made = next((each for each in _deeds(known) if each.action in ("create_track", "duplicate_track")), None)
    name = getattr(made, "name", None)
    if not isinstance(name, str):
        return _put(_NEW, text, "the copy") if made is not None else text
    return _put(_NEW, text, f'"{_now(name, known)}"')


def _track(text: str, known: Known) -> str:
    tracks = known.past.tracks(known.session)
    return _put(_TRACK, text, f'"{tracks[0]}"') if len(tracks) == 1 else text


def _send(text: str, known: Known) -> str:
    """The send that was set last, or one of the track that was spoken of last."""
    last, returns = next(_deeds(known), None), [track.name for track in known.session.returns]
    if isinstance(last, SetSend) and _there(last.track, known.session):
        if (other := _RETURN.search(text)) is not None:
            meant = [name for name in returns if other["word"].casefold() in name.casefold().split("-")]
            text = (
                _put(_RETURN, text, f'the "{meant[0]}" send of "{last.track}"') if len(meant) == 1 else text
            )
        return _put(_SEND, text, f'the "{last.to}" send of "{last.track}"')
    return text


def _its(text: str, known: Known) -> str:
    tracks = known.past.tracks(known.session)
    sends = re.search(r"\bits (?:\w+ )?send\b", text, re.IGNORECASE)
    return _put(_ITS, text, f'"{tracks[0]}"') if sends is not None and len(tracks) == 1 else text


def _there(name: str, session: Session) -> bool:
    try:
        return bool(find_track(session, name))
    except OrbitError:
        return False


def _named(pattern: re.Pattern[str], noun: str, kinds: Sequence[str], text: str, known: Known) -> str:
    """A marker or a scene, by the name that it got last."""
    made = next((each for each in _deeds(known) if each.action in kinds), None)
    name = next(
        (said for field in ("name", noun) if isinstance(said := getattr(made, field, None), str)), None
    )
    return _put(pattern, text, f'the {noun} "{name}"') if name else text


def _marker(text: str, known: Known) -> str:
    said = _named(_MARKER, "locator", _MARKERS, text, known)
    return _CALLING.sub(r"rename \g<what> to ", said)


def _last_made(text: str, known: Known) -> str:
    """What was made last, whatever it is: “the last one”."""
    made = next(_deeds(known), None)
    noun = _NOUNS.get(made.action) if made is not None else None
    name = getattr(made, "name", None)
    return _put(_LAST, text, f'the {noun} "{name}"') if noun and isinstance(name, str) else text


def _scene(text: str, known: Known) -> str:
    return _named(_SCENE, "scene", _SCENES, text, known)


def clip_meant(text: str, known: Known) -> str:
    """The sentence with the clip that was worked on last in place of "it"; itself where none was."""
    last = next(_deeds(known), None)
    if last is None or hasattr(last, "device"):
        return text
    field = "name" if last.action in ("rename_clip", "create_clip") else "clip"
    name = getattr(last, field, None)
    return _put(_CLIP, text, f'the clip "{name}"') if isinstance(name, str) else text


_REPLACING: tuple[Callable[[str, Known], str], ...] = (
    _new,
    _copied,
    _some,
    _its,
    _send,
    _track,
    _last_made,
    _marker,
    _scene,
)
