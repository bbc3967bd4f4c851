"""The tracks that tokens mean: one phrase, a list of them, all but some, or places ("tracks 1 to 4")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from daw_bridges.references import track_reference
from daw_bridges.session import TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import (
    BEFORE,
    Tracks,
    can_be_a_name,
    no_such_track,
    one_of,
    tracks_named,
)
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.agent.reader.lexicon import group, in_order
from orbit.workflows.roles import known_role

__all__ = [
    "Tracks", "read_exact_track", "read_sources", "read_track", "read_tracks", "read_whole_track",
    "read_whole_tracks", "side_by_side",
]  # fmt: skip

_OPEN = re.compile(r"\bof(?: the| my| our)*$")
_ORDINALS = in_order("ordinals")
_EXCEPT = (
    *("except for", "except from", "excepting", "apart from", "apart of", "other than", "aside from"),
    *("with the exception of", "with exception of", "leaving out", "leaving aside", "not counting"),
    *("not including", "save for", "excluding", "exclusive of", "except", "but not", "but for", "besides"),
    *("outside of", "without", "save", "but", "bar", "minus", "not"),
)
_SPARING = frozenset(phrase.split()[0] for phrase in _EXCEPT)
_LIST = re.compile(
    r"(?:\s*,\s*(?:and )?|\s+)(?:and|plus|then|as well as|(?:together|along) with|in addition to)\s+"
    r"(?:then |also |too |plus )*|\s*,\s*(?:also )?"
)
_LAST = group("last")
_ADJECTIVES = group("describes")
_LETTERED = re.compile(r"(?:return|aux)(?: track)? (?P<letter>[a-f])|(?P<first>[a-f]) return")
_HASH = re.compile(r"(?:(?:track|channel) )?#(\d+)")
_ARTICLE_AND_A = re.compile(r"(?:the|my|our|that) a (?:return|aux)")
_NUMBERED = re.compile(
    r"(?:(?:tracks?|channels?|strips?|faders?)(?: number| no| nr| numbers)?|number) "
    r"(?P<list>[\d ,]+(?:(?:and|to|through) [\d ,]+)*)"
)
_PLACE = r"(?:tracks?|channels?|strips?|faders?)"
_IN_ROW = re.compile(rf"(?:very )?(?P<which>\w+) (?:{_PLACE}|1)(?: of (?:all|them))?")


def read_tracks(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """The tracks that the tokens mean, a Problem when that is not clear, None when they mean none."""
    if tokens and tokens[-1].text == "lot" and "the" not in (token.text for token in tokens):
        return None  # "a lot" is how much, and "the lot" is all of it
    found = _listed(ground, tokens)
    if found is None and ground.unknown:
        return no_such_track(ground, _text(tokens)) or _odd_one(ground, _text(tokens))
    return found


def _odd_one(ground: Ground, text: str) -> Problem | None:
    """The complaint about the one name of a list that nothing has."""
    parts = [part for part in _LIST.split(text) if part]
    odd = [part for part in parts if _one_phrase(ground, part) is None]
    short = len(odd) == 1 < len(parts) and len(odd[0].split()) <= 2
    return no_such_track(ground, odd[0]) if short else None


def read_track(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """As ``read_tracks``, where only one track makes sense."""
    found = read_tracks(ground, tokens)
    if isinstance(found, tuple) and len(found) > 1:
        phrase = _text(tokens)
        return Problem(f"“{phrase}” could be more than one track: {one_of(found)}. Which one?", phrase, found)
    return found


def read_exact_track(ground: Ground, tokens: Sequence[Token]) -> Tracks | None:
    """The one track whose name is written out in full, or the one that was spoken of: "rename it Chimes"."""
    names = [plain(name) for name in ground.session.track_names]
    said = plain(_text(tokens))
    if said == "it" and len(ground.tracks) == 1:
        return ground.tracks
    return (track_reference(ground.session, names.index(said)),) if names.count(said) == 1 else None


def read_whole_track(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """As ``read_track``, for what is done to tracks and clips alike: a clip's name means the clip."""
    return None if _is_clip(ground, tokens) else read_track(ground, tokens)


def read_whole_tracks(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """As ``read_tracks``, for what is done to tracks and clips alike."""
    return None if _is_clip(ground, tokens) else read_tracks(ground, tokens)


def read_sources(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """As ``read_tracks``, without the returns: "turn off the reverb" means the device."""
    found = read_tracks(ground, tokens)
    returns = {track.name for track in ground.session.returns}
    return None if isinstance(found, tuple) and returns & set(found) else found


_SOUNDS = group("sounds")
"""Words that a track may go by, and that mean the sound itself where something is taken away."""


def _is_clip(ground: Ground, tokens: Sequence[Token]) -> bool:
    said = [word for word in _text(tokens).split() if word not in BEFORE]
    clips = {plain(clip.name) for track in ground.session.tracks for clip in track.clips}
    tracks = {plain(name) for name in ground.session.track_names}
    core = " ".join(said)
    if core not in tracks and core in _SOUNDS:
        return True
    return (core in clips and core not in tracks) or (len(said) > 1 and said[-1] in ("clip", "clips"))


def _listed(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    text = _text(tokens)
    if not tokens or len(tokens) > 24 or tokens[0].text == "of" or _OPEN.search(text):
        return None
    if len(tokens) == 1 and tokens[0].quoted:
        return tracks_named(ground, text)
    asked = (_listed, text, ground.tracks, ground.device)
    if asked not in ground.known:
        ground.known[asked] = _all_said(ground, text)
    return ground.known[asked]


def _all_said(ground: Ground, text: str) -> Tracks | Problem | None:
    """One phrase, all but some, or a list."""
    if _LIST.search(text) and text.endswith((" both", " all", " too", " each")):
        return _all_said(ground, text.rpartition(" ")[0])
    found = _one_phrase(ground, text)
    return found if found is not None else _but(ground, text) or _several(ground, text)


def _one_phrase(ground: Ground, text: str) -> Tracks | Problem | None:
    found = tracks_named(ground, text)
    if isinstance(found, tuple) and (kind := _device_spoken_of(ground, text, found)):
        return Problem(f"Do you mean the return {found[0]}? The {kind} itself has a dry/wet.", text, found)
    return found if found is not None else _numbered(ground, text)


def _device_spoken_of(ground: Ground, text: str, found: Tracks) -> str:
    """The device that was spoken of last, where returns are named by what it is: "the delay is too loud"."""
    kind, _, _ = (ground.device or "").partition("#")
    returns = {track.name for track in ground.session.returns}
    core = " ".join(word for word in text.split() if word not in BEFORE)
    named = plain(text) in map(plain, returns)
    return kind if kind and not named and {*found} <= returns and ground.kind_of(core) == kind else ""


def _text(tokens: Iterable[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _numbered(ground: Ground, phrase: str) -> Tracks | Problem | None:
    """Tracks by place: "track 3", "#3", "tracks 1 to 4 and 7", "the third track", "return B"."""
    text = " ".join(word for word in phrase.split() if word not in BEFORE or word in "abcdef")
    # "The A return" has an article of its own; "a return" could be any.
    text = text if _ARTICLE_AND_A.match(phrase) else text.removeprefix("a ")
    if match := _LETTERED.fullmatch(text):
        return _lettered(ground, match["letter"] or match["first"])
    numbers = _ordinal_places(ground, text)
    if numbers is None and (match := _HASH.fullmatch(text)):
        numbers = [int(match[1])]
    if numbers is None and (match := _NUMBERED.fullmatch(text)):
        numbers = _places(match["list"])
    if not numbers:
        return None
    return _at_places(ground, numbers)


def _lettered(ground: Ground, letter: str) -> Tracks | Problem:
    returns = [at for at, track in enumerate(ground.session.tracks) if track.kind is TrackKind.RETURN]
    nth = ord(letter) - ord("a")
    if nth >= len(returns):
        return Problem(
            f"There is no return {letter.upper()}: there are {len(returns)} returns.", f"return {letter}"
        )
    return (track_reference(ground.session, returns[nth]),)


def _at_places(ground: Ground, numbers: Sequence[int]) -> Tracks | Problem:
    session = ground.session
    if wrong := [number for number in numbers if not 1 <= number <= len(session.tracks)]:
        return Problem(
            f"There is no track {wrong[0]}: the session has tracks 1 to {len(session.tracks)}.",
            f"track {wrong[0]}",
        )
    return tuple(track_reference(session, number - 1) for number in numbers)


def _places(listed: str) -> list[int]:
    numbers: list[int] = []
    parts = re.findall(r"\d+|to|through", listed)
    for at, part in enumerate(parts):
        if part.isdigit() and at and parts[at - 1] in ("to", "through"):
            numbers.extend(range(numbers[-1] + 1, min(int(part), numbers[-1] + 1000) + 1))
        elif part.isdigit():
            numbers.append(int(part))
    return numbers


def _ordinal_places(ground: Ground, text: str) -> list[int] | None:
    match = _IN_ROW.fullmatch(text)
    if match is None or (text.endswith(" 1") and match["which"] not in _LAST):
        return None
    if match["which"] in _LAST:
        return [len(ground.session.ordinary_tracks)]
    digits = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", match["which"])
    if digits:
        return [int(digits[1])]
    return [_ORDINALS.index(match["which"]) + 1] if match["which"] in _ORDINALS else None


def _but(ground: Ground, text: str) -> Tracks | Problem | None:
    """Some tracks without others: "everything except the kick"."""
    if _SPARING.isdisjoint(text.split()):
        return None
    for word in _EXCEPT:
        before, found, after = text.partition(f" {word} ")
        if found:
            some, spared = _all_said(ground, before), _words(ground, after)
            if isinstance(some, Problem) or some is None or spared is None:
                return some if isinstance(some, Problem) else None
            return _sparing(some, spared, after)
    return None


def _sparing(some: Tracks, spared: Tracks | Problem, said: str) -> Tracks | Problem | None:
    """Some tracks without those that are spared; of several that are called so, the one among them."""
    if isinstance(spared, Problem):
        among = tuple(name for name in spared.options if name in some)
        if len(among) != 1 or _LIST.search(said):
            return spared
        spared = among
    return tuple(name for name in some if name not in spared) or None


def _several(ground: Ground, text: str) -> Tracks | Problem | None:
    return _words(ground, text) if _LIST.search(text) else side_by_side(ground, text)


def _words(ground: Ground, text: str) -> Tracks | Problem | None:
    """A list of phrases, each of which must mean tracks."""
    found: list[str] = []
    for part in _whole_phrases(_LIST.split(text.removeprefix("both "))):
        meant = _one_phrase(ground, part) if part else None
        meant = side_by_side(ground, part, 2) if meant is None and part else meant
        if meant is None or isinstance(meant, Problem):
            return meant
        found.extend(meant)
    return tuple(dict.fromkeys(found))


def _whole_phrases(parts: Sequence[str]) -> Iterable[str]:
    """Each phrase with the noun that the last one gives to all: "lead and backing vox"."""
    *described, noun = [word for word in parts[-1].split() if word not in BEFORE] or [""]
    for part in parts[:-1]:
        bare = [word for word in part.split() if word not in BEFORE]
        yield f"{part} {noun}" if described and len(bare) == 1 and bare[0] in _ADJECTIVES else part
    yield parts[-1]


_LONGEST_NAME = 3
_MOST_WORDS = 10
_FEWEST = 3
_STAND_ALONE = group("stand_alone")
"""Roles whose names stand before no other."""


def side_by_side(ground: Ground, text: str, fewest: int = _FEWEST) -> Tracks | None:
    """The tracks of names that stand side by side; None where one of them is none, or they may be one."""
    said = text.split()
    while said and said[0] in BEFORE:
        said = said[1:]
    if not BEFORE.isdisjoint(said):
        return None  # "kick the bass up" is no list
    if not 1 < len(said) <= _MOST_WORDS or not all(map(can_be_a_name, said)):
        return None
    names = list(_names(ground, said))
    if len(names) < 2 or any(found is None for _, found in names):
        return None
    roles = [known_role(name) for name, _ in names]
    alone = _STAND_ALONE.issuperset(roles[:-1]) and roles[-1] in _STAND_ALONE | {"bass"}
    if len(names) < fewest and not alone:
        return None
    tracks = tuple(dict.fromkeys(track for _, found in names for track in found or ()))
    returns = {track.name for track in ground.session.returns}.intersection(tracks)
    return None if returns and len(returns) < len(tracks) else tracks  # "snare verb" is the snare's send


def _names(ground: Ground, said: list[str]) -> Iterator[tuple[str, Tracks | None]]:
    """Each name, the longest first, with the tracks it means; None where a word means none."""
    at = 0
    while at < len(said):
        ends = range(min(len(said), at + _LONGEST_NAME), at, -1)
        read = ((end, " ".join(said[at:end])) for end in ends)
        found = ((end, name, tracks_named(ground, name)) for end, name in read)
        end, name, meant = next((each for each in found if isinstance(each[2], tuple)), (at + 1, "", None))
        yield name, None if isinstance(meant, Problem) else meant
        if meant is None:
            return
        at = end
