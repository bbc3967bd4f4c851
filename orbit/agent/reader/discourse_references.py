"""What a sentence points at, by the name it has: "both", "the copy", "the original", "that marker".

Each is something that was done lately, and only what there is one of is meant. A name stands in place of the
words that point, and the rest is read as a request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from daw_bridges.actions import Action, DuplicateTrack, RenameTrack
from daw_bridges.session import Session
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.understanding import Edits
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.tokens import Token, tokenize
from orbit.agent.reader.discourse import ones
from orbit.agent.reader.discourse_lexicon import bare, entries, listed, marks
from orbit.agent.reader.discourse_turns import read_follow_up

if TYPE_CHECKING:
    from orbit.agent.offline.known import Known

__all__ = ["spelt_out"]

_MOST = 5
_MADE = {"add_locator": "locator", "create_scene": "scene", "create_track": "track"}


def spelt_out(text: str, known: Known) -> str | None:
    """The sentence as a request that says all it needs; None where nothing in it points or is left out."""
    clip = _named(text, known, {"clip": _clip})
    if clip != text and _is_of_clips(clip, known):
        return clip
    tokens = [*tokenize(text)]
    while tokens and marks().get(tokens[-1].text) in ("meant", "sorry"):
        tokens.pop()
    core = text[: tokens[-1].end] if tokens else text
    named = _named(core, known, _NAMED)
    if named != core and (isinstance(known.read(named), Edits) or read_follow_up(named, known) is not None):
        return named
    return _filled(text, known)


def _is_of_clips(text: str, known: Known) -> bool:
    read = known.read(text)
    return isinstance(read, Edits) and all(
        hasattr(action, "clip") or action.action == "stop_clip" for action in read.actions
    )


def _filled(text: str, known: Known) -> str | None:
    """A request that goes on and leaves out its track: the only one that was spoken of last."""
    tokens, tracks = tokenize(text), known.past.tracks(known.session)
    begin = next((at for at, token in enumerate(tokens) if not _joins(token)), 0)
    if len(tracks) != 1 or listed("joints").isdisjoint(token.text for token in tokens[:begin]):
        return None
    text = text[tokens[begin].start :]
    read = known.read(text)
    asked = read.message.casefold() if isinstance(read, Problem) else ""
    if read is not None and "which track" not in asked:
        return None
    there = f'"{tracks[0]}"'
    asks = read.asks if isinstance(read, Problem) else ""
    said = asks.replace(GAP, there) if asks not in ("", GAP) else f"{text} on {there}"
    filled = known.read(said)
    return said if isinstance(filled, Edits) and subjects(filled.actions) == tracks else None


def _joins(token: Token) -> bool:
    return token.text in listed("joints") or marks().get(token.text) == "fine" or token.text == ","


_Name = Callable[["Known", Sequence[str]], str | None]
"""The name of what is pointed at, by the words that do."""


def _named(text: str, known: Known, names: Mapping[str, _Name]) -> str:
    """The sentence with names in place of what only points; itself where it points at nothing."""
    for kind, name_of in names.items():
        tokens = [*ones(tokenize(text))]
        found = next(_pointers(kind, tokens), None)
        if found is None or (kind == "some" and _names_tracks(text, known)):
            continue
        start, end = found
        if (name := name_of(known, [token.text for token in tokens[start:end]])) is None:
            continue
        of_it = {*name.casefold().strip('"').split(), "track", "one"} if kind == "original" else {""}
        while end < len(tokens) and tokens[end].text in of_it:
            end += 1
        text = _put(text, tokens, start, end, name)
    return text


def _names_tracks(text: str, known: Known) -> bool:
    said = mentions(known.ground(text), tokenize(text))
    found = (each for each in said if each.type == "track" and each.values)
    return any(not {bare(each.text.casefold().split())} <= listed("all of it") for each in found)


def _put(text: str, tokens: Sequence[Token], start: int, end: int, name: str) -> str:
    before, behind = text[: tokens[start].start], text[tokens[end - 1].end :]
    if start and end < len(tokens) and tokens[start - 1].text in listed("namers"):
        named = tokens[end].text in listed("name_begins")
        before = f"{text[: tokens[start - 1].start]}rename "
        behind = behind if named else f" to{behind}"
    return f"{before}{name}{behind}"


def _pointers(kind: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where words point at something of a kind."""
    of = entries()["pointing"][kind]
    for start in range(len(tokens)):
        for end in range(min(start + _MOST, len(tokens)), start, -1):
            said = [token.text for token in tokens[start:end]]
            points = " ".join(said) in of.get("alone", ()) or (
                said[0] in of.get("behind", ()) and any(_fits(each, said[1:]) for each in of["said"])
            )
            behind = ['""' if token.quoted else token.text for token in tokens[end : end + 2]]
            follows = not {*behind[:1]}.isdisjoint(of.get("unless", ()))
            lacks = "near" in of and {*behind}.isdisjoint(of["near"])
            quoted = any(token.quoted for token in tokens[start:end])
            if points and not (follows or lacks or quoted):
                yield start, end
                break


def _fits(pattern: str, said: Sequence[str]) -> bool:
    """Whether words are those of a pattern: "n" is a number of tracks, "*" is any word."""
    wanted = pattern.split()
    return len(wanted) == len(said) and all(
        each in ("*", word) or (each == "n" and word in ("2", "3", "4", "5"))
        for each, word in zip(wanted, said, strict=True)
    )


def _deeds(known: Known) -> Iterator[Action]:
    """The edits that stand, the latest first."""
    for done in known.past.standing():
        yield from reversed(edits_of(done))


def _some(known: Known, said: Sequence[str]) -> str | None:
    """So many tracks: those that were spoken of last, in as many turns as it takes."""
    wanted, found = next((int(word) for word in said if word.isdigit()), 2), list[str]()
    for done in known.past.standing():
        found = [*dict.fromkeys([*subjects(edits_of(done)), *found])]
        if len(found) >= wanted:
            break
    there = set(known.session.track_names)
    whole = len(found) == wanted and there.issuperset(found)
    return " and ".join(f'"{name}"' for name in found) if whole else None


def _ordinal(known: Known, said: Sequence[str]) -> str | None:
    """The first or the second of the tracks that were spoken of last: both of one act, or of two."""
    standing = known.past.standing()
    names = subjects(edits_of(standing[0])) if standing else ()
    if len(names) == 1 and len(standing) > 1:
        names = (*subjects(edits_of(standing[1])), *names)
    at = 0 if said[-2:] == ["first", "one"] or said[-1] == "former" else 1
    return f'"{names[at]}"' if len({*names}) == len(names) == 2 else None


def _copy(known: Known, _: Sequence[str]) -> str | None:
    return _of_the_copy(known, 1)


def _original(known: Known, _: Sequence[str]) -> str | None:
    return _of_the_copy(known, 0)


def _of_the_copy(known: Known, which: int) -> str | None:
    """The original (0) or the copy (1) of what was copied last; by its place where both are called alike."""
    made = next((each for each in _deeds(known) if isinstance(each, DuplicateTrack)), None)
    if made is None:
        return None
    names = (_now(made.track, known), _now(made.name, known) if made.name else _called_since(made, known))
    at = _place(names[0], known.session) if names[0] == names[1] else None
    return f"track {at + which}" if at is not None else f'"{names[which]}"'


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


def _new(known: Known, said: Sequence[str]) -> str | None:
    made = next((each for each in _deeds(known) if each.action in ("create_track", "duplicate_track")), None)
    name = getattr(made, "name", None)
    return f'"{_now(name, known)}"' if isinstance(name, str) else _copy(known, said)


def _track(known: Known, _: Sequence[str]) -> str | None:
    tracks = known.past.tracks(known.session)
    return f'"{tracks[0]}"' if len(tracks) == 1 else None


def _last_made(known: Known, _: Sequence[str]) -> str | None:
    """What was made last, whatever it is."""
    made = next(_deeds(known), None)
    noun = _MADE.get(made.action) if made is not None else None
    name = getattr(made, "name", None)
    return f'the {noun} "{name}"' if noun and isinstance(name, str) else None


def _called(noun: str, *kinds: str) -> _Name:
    """A marker or a scene, by the name that it got last."""

    def name_of(known: Known, _: Sequence[str]) -> str | None:
        made = next((each for each in _deeds(known) if each.action in kinds), None)
        names = (said for field in ("name", noun) if isinstance(said := getattr(made, field, None), str))
        name = next(names, None)
        return f'the {noun} "{name}"' if name else None

    return name_of


def _clip(known: Known, _: Sequence[str]) -> str | None:
    """The clip that was worked on last."""
    last = next(_deeds(known), None)
    if last is None or hasattr(last, "device"):
        return None
    field = "name" if last.action in ("rename_clip", "create_clip") else "clip"
    name = getattr(last, field, None)
    return f'the clip "{name}"' if isinstance(name, str) else None


_NAMED: Mapping[str, _Name] = {
    "new": _new, "copy": _copy, "original": _original, "ordinal": _ordinal, "some": _some, "its": _track,
    "track": _track, "last": _last_made,
    "marker": _called("locator", "add_locator", "rename_locator", "move_locator"),
    "scene": _called("scene", "create_scene", "rename_scene", "fire_scene"),
}  # fmt: skip
