"""The tracks a phrase means: by name, by number, by part, "all", "the others", "it"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from daw_bridges.references import track_reference
from daw_bridges.session import Track, TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import in_order, phrases, words
from orbit.agent.offline.understanding.names import closest, suggestions
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.workflows.roles import known_role, members, playing

__all__ = [
    "Tracks",
    "read_return",
    "read_sources",
    "read_track",
    "read_tracks",
    "read_whole_track",
    "read_whole_tracks",
    "tracks_named",
    "unknown_track",
]

Tracks = tuple[str, ...]
"""References to tracks, in the order they were named."""

_BEFORE = words("the a an my our your this that these those all of both each every only just")
_NOUNS = words("track tracks channel channels strip strips fader faders part parts lane")
_IT = phrases("it, them, that, this, these, those, that one, same track, it all")
_ALL = phrases(
    "everything, all, everyone, all tracks, every track, all of them, all channels, every channel, all "
    "faders, every fader, whole mix, whole set, each track, all of it, every single track"
)
_OTHERS = frozenset(
    {"everything else", "others", "rest", "other tracks", "all others", "all other tracks", "all the others"}
)
_MASTER = phrases(
    "master, main, mix, master bus, master channel, master track, main out, main output, stereo out, "
    "mix bus, two bus, 2 bus, master fader, main mix, main bus, stereo bus, output bus"
)
_ORDINALS = in_order("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_EXCEPT = ("except for", "apart from", "other than", "except", "but not", "besides", "without", "but")

# Parts that sound like others when misspelled, and are not them.
_ABSENT = words(
    "brass horn trumpet trombone tuba sax saxophone flute clarinet oboe harp banjo mandolin ukulele "
    "theremin accordion harmonica timpani marimba vibraphone bell sitar fiddle choir harpsichord "
    "celesta"
)

_ADJECTIVES = words("lead main rhythm electric acoustic live clean distorted fat big")

# A name that fits nothing is only then worth a complaint when it can be a name.
_NO_NAME = words(
    "of on to with from in at by for into onto and then so as it down up over under when mute unmute "
    "solo pan set turn make put add insert delete remove rename give bring take volume level tempo"
)


def read_tracks(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """The tracks that the tokens mean, a Problem when that is not clear, None when they mean none."""
    found = _listed(ground, tokens)
    if found is None and ground.unknown:
        return unknown_track(ground, tokens)
    return found


def read_track(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """As ``read_tracks``, where only one track makes sense."""
    found = read_tracks(ground, tokens)
    if isinstance(found, tuple) and len(found) > 1:
        phrase = _text(tokens)
        return Problem(f"“{phrase}” fits more than one track: {_or(found)}. Which one?", phrase, found)
    return found


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


def _is_clip(ground: Ground, tokens: Sequence[Token]) -> bool:
    words = [word for word in _text(tokens).split() if word not in _BEFORE]
    clips = {plain(clip.name) for track in ground.session.tracks for clip in track.clips}
    tracks = {plain(name) for name in ground.session.track_names}
    core = " ".join(words)
    return (core in clips and core not in tracks) or (len(words) > 1 and words[-1] in ("clip", "clips"))


def tracks_named(ground: Ground, phrase: str) -> Tracks | Problem | None:
    """The tracks one phrase means; no lists and no exceptions."""
    words = phrase.split()
    for candidate in _cores(words):
        found = _named(ground, candidate) if candidate else None
        if found is not None:
            return found
    return None


def _listed(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    if not tokens or len(tokens) > 24:
        return None
    quoted = len(tokens) == 1 and tokens[0].quoted
    if (found := tracks_named(ground, _text(tokens))) is not None:
        return found
    return None if quoted else _numbered(ground, tokens) or _but(ground, tokens) or _several(ground, tokens)


def _text(tokens: Iterable[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _cores(words: list[str]) -> Iterable[str]:
    """The phrase as it is, then without what people put around a name."""
    yield " ".join(words)
    start = next((at for at, word in enumerate(words) if word not in _BEFORE), len(words))
    yield " ".join(words[start:])
    end = len(words)
    while end > start and words[end - 1] in _NOUNS:
        end -= 1
    yield " ".join(words[start:end])


def _named(ground: Ground, phrase: str) -> Tracks | Problem | None:
    if phrase in _IT | _ALL | _OTHERS:
        return _several_at_once(ground, phrase)
    if (said := _by_name(ground, phrase, exact=True)) is not None:
        return said
    if phrase in _MASTER:
        return ("Master",)
    if (role := known_role(phrase)) is not None:
        return _by_role(ground, phrase, role)
    return _holding(ground, phrase) or _nearly(ground, phrase)


def _several_at_once(ground: Ground, phrase: str) -> Tracks | None:
    if phrase in _ALL:
        return _ordinary(ground)
    if phrase in _IT:
        return ground.tracks or None
    return _complement(ground, ground.tracks) if ground.tracks else None


def _nearly(ground: Ground, phrase: str) -> Tracks | Problem | None:
    if (role := _described_role(phrase)) is not None:
        return _by_role(ground, phrase, role)
    # A word that names another part is no misspelling of this one: brass is not Bass.
    return None if {phrase, phrase.removesuffix("s")} & _ABSENT else _by_name(ground, phrase, exact=False)


def _holding(ground: Ground, phrase: str) -> Tracks | Problem | None:
    """The track whose name holds the words as they stand: "cool pluck" is ``My Cool Pluck``."""
    names = [f" {plain(track.name)} " for track in ground.session.ordinary_tracks]
    found = [at for at, name in enumerate(names) if len(phrase) > 2 and f" {plain(phrase)} " in name]
    references = tuple(track_reference(ground.session, at) for at in found)
    if len(references) < 2:
        return references or None
    return Problem(f"“{phrase}” fits more than one track: {_or(references)}. Which one?", phrase, references)


def _described_role(phrase: str) -> str | None:
    """The part of a phrase that only adds how it sounds or what it does: "lead guitar", "electric bass"."""
    adjective, _, rest = phrase.partition(" ")
    return known_role(rest) if adjective in _ADJECTIVES and rest else None


def _by_name(ground: Ground, phrase: str, *, exact: bool) -> Tracks | Problem | None:
    names = ground.session.track_names
    found = closest(phrase, names)
    if exact and found and phrase.replace(" ", "") != _squeeze(names[found[0]]):
        return None
    references = tuple(track_reference(ground.session, at) for at in found)
    if len(references) < 2:
        return references or None
    labels = tuple(f"#{at + 1} {names[at]}" if references[0].startswith("#") else names[at] for at in found)
    return Problem(f"“{phrase}” fits more than one track: {_or(labels)}. Which one?", phrase, labels)


def _squeeze(name: str) -> str:
    return plain(name).replace(" ", "")


def _by_role(ground: Ground, phrase: str, role: str) -> Tracks | Problem | None:
    """The track that plays a part; a plural ("the drums", "the vocals") means all that do."""
    all_of_them = phrase.endswith("s") and not phrase.endswith("ss")
    wide = "vocals" if role == "vocal" and all_of_them else role
    found = members(ground.session, wide) if all_of_them or role == "drums" else playing(ground.session, role)
    references = _references(ground, found)
    if all_of_them or role == "drums" or len(references) < 2:
        return references or None
    return Problem(f"“{phrase}” fits more than one track: {_or(references)}. Which one?", phrase, references)


def _references(ground: Ground, tracks: Iterable[Track]) -> Tracks:
    wanted = [id(track) for track in tracks]
    places = [at for at, track in enumerate(ground.session.tracks) if id(track) in wanted]
    return tuple(track_reference(ground.session, at) for at in places)


def _ordinary(ground: Ground) -> Tracks:
    session = ground.session
    return tuple(track_reference(session, at) for at, track in enumerate(session.tracks) if track.ordinary)


def _complement(ground: Ground, spared: Tracks) -> Tracks | None:
    return tuple(name for name in _ordinary(ground) if name not in spared) or None


_NUMBERED = re.compile(
    r"(?:tracks?|channels?|track number|number|tracks number) (?P<list>[\d ,]+(?:(?:and|to|through) "
    r"[\d ,]+)*)"
)


def _numbered(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """Tracks by place: "track 3", "#3", "tracks 1 to 4 and 7", "the third track", "the last track"."""
    text = " ".join(word for word in _text(tokens).split() if word not in _BEFORE)
    numbers = _ordinal_places(ground, text)
    if numbers is None and (match := re.fullmatch(r"(?:(?:track|channel) )?#(\d+)", text)):
        numbers = [int(match[1])]
    if numbers is None and (match := _NUMBERED.fullmatch(text)):
        numbers = _places(match["list"])
    if not numbers:
        return None
    return _at_places(ground, numbers)


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
    match = re.fullmatch(r"(?P<which>\w+) (?:track|channel)", text)
    if match is None:
        return None
    if match["which"] == "last":
        return [len(ground.session.ordinary_tracks)]
    digits = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", match["which"])
    if digits:
        return [int(digits[1])]
    return [_ORDINALS.index(match["which"]) + 1] if match["which"] in _ORDINALS else None


def _but(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """Some tracks without others: "everything except the kick"."""
    text = _text(tokens)
    for word in _EXCEPT:
        before, found, after = text.partition(f" {word} ")
        if found:
            some, spared = tracks_named(ground, before), _words(ground, after)
            if some is None or spared is None or isinstance(some, Problem) or isinstance(spared, Problem):
                return some if isinstance(some, Problem) else spared if isinstance(spared, Problem) else None
            return tuple(name for name in some if name not in spared) or None
    return None


def _several(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    text = _text(tokens)
    return _words(ground, text) if " and " in text or "," in text or " plus " in text else None


def _words(ground: Ground, text: str) -> Tracks | Problem | None:
    """A list of phrases, each of which must mean tracks."""
    found: list[str] = []
    for part in re.split(
        r"(?:\s*,\s*(?:and )?|\s+and\s+|\s+plus\s+|\s+as well as\s+)", text.removeprefix("both ")
    ):
        meant = tracks_named(ground, part) if part else None
        if meant is None or isinstance(meant, Problem):
            return meant
        found.extend(meant)
    return tuple(dict.fromkeys(found))


def unknown_track(ground: Ground, tokens: Sequence[Token]) -> Problem | None:
    """The complaint about a name that no track has, where the tokens can be a name at all."""
    words = _text(tokens).split()
    name = [*_cores(words)][-1]
    if (
        not name
        or len(name.split()) > 3
        or set(name.split()) & _NO_NAME
        or "," in name
        or re.search(r"(?:^| )[+-]\d", name)
    ):
        return None
    names = [track.name for track in ground.session.tracks]
    near = suggestions(name, names)
    advice = f"Did you mean {_or(near)}?" if near else f"The tracks are {', '.join(names) or 'none yet'}."
    return Problem(f"There is no track called “{name}”. {advice}", name, tuple(near))


def _or(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def read_return(ground: Ground, tokens: Sequence[Token]) -> Tracks | Problem | None:
    """The return that the tokens mean: by name, letter ("send A") or what it does ("the reverb")."""
    words = [
        word
        for word in _text(tokens).split()
        if word not in {"the", "my", "our", "send", "return", "bus", "fx", "track"}
    ]
    wanted = " ".join(words)
    session = ground.session
    returns = [(at, track) for at, track in enumerate(session.tracks) if track.kind is TrackKind.RETURN]
    if not wanted or not returns:
        return None
    letter = {chr(ord("a") + nth): at for nth, (at, _) in enumerate(returns)}
    if wanted in letter:
        return (track_reference(session, letter[wanted]),)
    named = closest(wanted, [track.name for _, track in returns])
    by_word = named or [nth for nth, (_, track) in enumerate(returns) if wanted in _names_of(track.name)]
    references = tuple(track_reference(session, returns[nth][0]) for nth in by_word)
    if len(references) > 1:
        return Problem(
            f"“{wanted}” fits more than one return: {_or(references)}. Which one?", wanted, references
        )
    return references or (_unknown_return(ground, wanted, returns) if ground.unknown else None)


def _unknown_return(ground: Ground, name: str, returns: Sequence[tuple[int, Track]]) -> Problem | None:
    if len(name.split()) > 2 or set(name.split()) & _NO_NAME or tracks_named(ground, name):
        return None
    known = ", ".join(track.name for _, track in returns)
    return Problem(f"There is no return called “{name}”. The returns are {known}.", name)


def _names_of(name: str) -> set[str]:
    """The words by which a return is called: ``A-Reverb`` is "reverb" and "verb"."""
    words = set(plain(name).split())
    alike = ({"reverb", "verb", "hall", "plate", "room"}, {"delay", "echo"})
    return words.union(*(group for group in alike if words & group))
