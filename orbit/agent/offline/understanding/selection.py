"""Tracks by what they are rather than by name.

"Every audio track", "the muted ones", "the tracks with a reverb", "everything in the Drums group", "the
first four tracks", "the red tracks", "the low end".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from daw_bridges.references import track_reference
from daw_bridges.session import Session, Track, TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.tokens import plain
from orbit.agent.offline.understanding.values import COLORS
from orbit.agent.reader.lexicon import group
from orbit.workflows.roles import called, members

__all__ = ["SEVERAL", "selected", "some_track"]

_Fits = Callable[[Track], bool]

_SKIPPED = group("before_a_selection")
SEVERAL = group("each_of_them")
_NOUN = r"(?:tracks?|channels?|strips?|faders?|ones?|parts?|lanes?)"
_ANY = rf"(?:{_NOUN}|everything|anything|whatever|those|what)"
_KINDS = {
    "audio": TrackKind.AUDIO,
    "midi": TrackKind.MIDI,
    "instrument": TrackKind.MIDI,
    "return": TrackKind.RETURN,
    "aux": TrackKind.RETURN,
    "fx return": TrackKind.RETURN,
    "effect return": TrackKind.RETURN,
    "group": TrackKind.GROUP,
}
_STATES: dict[str, tuple[str, bool]] = {
    "muted": ("mute", True),
    "unmuted": ("mute", False),
    "soloed": ("solo", True),
    "armed": ("arm", True),
    "record armed": ("arm", True),
}
_PARTS = {
    "low end": ("kick", "bass"),
    "bottom end": ("kick", "bass"),
    "lows": ("kick", "bass"),
    "rhythm section": ("drums", "bass"),
}
_KIND = re.compile(rf"(?P<kind>{'|'.join(_KINDS)})(?:s|es)? ?(?P<noun>{_NOUN})?")
_STATE = re.compile(
    rf"(?P<state>{'|'.join(_STATES)}) {_NOUN}|"
    rf"{_ANY} (?:(?:that|which) )?(?:is |are )?(?P<after>{'|'.join(_STATES)})"
)
_WITH = re.compile(
    rf"{_ANY} (?:with|(?:that|which) (?:has|have|uses?)|having|using|containing) (?P<device>.+?)"
    r"(?: on (?:them|it|there)| in (?:them|it)| inserted)?"
)
_IN_GROUP = re.compile(
    rf"{_ANY} (?:in|inside|of|from) (?P<group>.+?)(?: group| folder)?|(?P<whole>.+) group {_NOUN}"
)
_COUNTED = re.compile(rf"(?P<which>first|last|top|bottom) (?P<count>\d+)(?: {_NOUN})?")
_COLORED = re.compile(rf"(?P<color>{'|'.join(COLORS)}) {_NOUN}")


def selected(ground: Ground, phrase: str) -> Sequence[str] | Problem | None:
    """The tracks a description fits; a Problem when it fits none; None when it is no description."""
    core = " ".join(word for word in phrase.split() if word not in _SKIPPED)
    for read in (_group, _of_kind, _in_state, _counted, _part, _colored, _with_device, _in_group):
        if (found := read(ground, core, phrase)) is not None:
            return found
    return None


def _those(ground: Ground, fits: _Fits, none: str, phrase: str) -> Sequence[str] | Problem:
    tracks = enumerate(ground.session.tracks)
    found = tuple(track_reference(ground.session, at) for at, track in tracks if fits(track))
    return found or Problem(none, phrase)


def _of_kind(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    match = _KIND.fullmatch(core)
    if match is None:
        return None
    wanted = match["kind"]
    several = core.endswith("s") or not SEVERAL.isdisjoint(phrase.split())
    if match["noun"] is None and not several:
        return None
    kind = _KINDS[wanted]
    found = _those(ground, lambda track: track.kind is kind, f"There is no {wanted} track here.", phrase)
    if isinstance(found, Problem) or several or len(found) == 1:
        return found
    many = f"There are {len(found)} {wanted} tracks: {', '.join(found)}. Which one?"
    return Problem(many, phrase, tuple(found))


def _in_state(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    match = _STATE.fullmatch(core)
    if match is None:
        return None
    said = match["state"] or match["after"]
    field, on = _STATES[said]
    return _those(
        ground,
        lambda track: track.ordinary and getattr(track, field) is on,
        f"No track is {said}.",
        phrase,
    )


def _counted(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    match = _COUNTED.fullmatch(core)
    if match is None:
        return None
    count, session = int(match["count"]), ground.session
    places = [at for at, track in enumerate(session.tracks) if track.ordinary]
    if not 1 <= count <= len(places):
        return Problem(f"There are {len(places)} tracks, not {count}.", phrase)
    chosen = places[:count] if match["which"] in ("first", "top") else places[-count:]
    return tuple(track_reference(session, at) for at in chosen)


def _part(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    if _MELODIC.fullmatch(core):
        return _melodic(ground, phrase)
    roles = _PARTS.get(core)
    if roles is None:
        return None
    playing = [id(track) for role in roles for track in members(ground.session, role)]
    return _those(ground, lambda track: id(track) in playing, f"No track here is the {core}.", phrase)


def _melodic(ground: Ground, phrase: str) -> Sequence[str] | Problem | None:
    """What plays a tune: whether the bass and the voices do, people see differently."""
    playing = {
        role: [id(track) for track in members(ground.session, role)] for role in (*_TUNES, "bass", "vocals")
    }
    tunes = [at for role in _TUNES for at in playing[role]]
    sure = _those(ground, lambda track: id(track) in tunes, "No track here plays a tune.", phrase)
    more = [at for role in ("bass", "vocals") for at in playing[role]]
    if isinstance(sure, Problem) or not more:
        return sure
    bass = _those(ground, lambda track: id(track) in [*tunes, *playing["bass"]], "", phrase)
    whole = _those(ground, lambda track: id(track) in [*tunes, *more], "", phrase)
    choices = (each for each in (sure, bass, whole) if not isinstance(each, Problem))
    options = tuple(dict.fromkeys(" and ".join(f'"{name}"' for name in each) for each in choices))
    return Problem(f"Which is it: {', or '.join(options)}?", phrase, options)


_MELODIC = re.compile(
    rf"(?:every(?:thing)?|all)? ?(?:that is |which is |the )?(?:melodic|melodies|harmonic|tonal|musical)"
    rf"(?: (?:stuff|elements?|instruments?|material|things?|content|{_NOUN}))?"
)
_TUNES = ("keys", "pad", "lead", "synth", "guitar", "strings", "brass")


def _colored(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    match = _COLORED.fullmatch(core)
    if match is None:
        return None
    color = COLORS[match["color"]]
    return _those(ground, lambda track: track.color == color, f"No track is {match['color']}.", phrase)


def _with_device(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    match = _WITH.fullmatch(core)
    if match is None:
        return None
    wanted = match["device"]
    kind = ground.kind_of(wanted)
    if kind is None and not _named_device(ground, wanted):
        return None

    def has_it(track: Track) -> bool:
        kinds = ((plain(device.name), device.kind) for device in track.devices)
        return any(name == wanted or (kind is not None and kind == of_kind) for name, of_kind in kinds)

    # A return is full of effects, and is meant only where nothing else has them.
    ordinary = any(has_it(track) for track in ground.session.ordinary_tracks)
    return _those(
        ground,
        lambda track: has_it(track) and (track.ordinary or not ordinary),
        f"No track has a {wanted}.",
        phrase,
    )


def _named_device(ground: Ground, name: str) -> bool:
    return any(plain(device.name) == name for track in ground.session.tracks for device in track.devices)


def _group(ground: Ground, core: str, _: str) -> Sequence[str] | None:
    """A group itself: "the drum group" where a group is called Drums."""
    name = core.removesuffix(" group")
    if name == core:
        return None
    spellings = {name, f"{name}s"}
    places = [
        at
        for at, track in enumerate(ground.session.tracks)
        if track.kind is TrackKind.GROUP and plain(track.name) in spellings
    ]
    return tuple(track_reference(ground.session, at) for at in places) or None


def _in_group(ground: Ground, core: str, phrase: str) -> Sequence[str] | Problem | None:
    match = _IN_GROUP.fullmatch(core)
    if match is None:
        return None
    name = match["group"] or match["whole"]
    groups = [track for track in called(ground.session, name) if track.kind is TrackKind.GROUP]
    if len(groups) != 1:
        return None
    return _those(
        ground,
        lambda track: track.group == groups[0].name,
        f"There is nothing in the group {groups[0].name}.",
        phrase,
    )


_STRIP = r"(?:tracks?|channels?|strips?|faders?)"
_SOME = r"(?:a|any|some|another|1|a certain|a different|some other|any other)"
_ONE_OF = r"(?:any|some|another)? ?1 (?:or another )?of"
_WHOSE = r"(?:(?:the|my|our|your|these|those) )*"
_OPEN = re.compile(
    rf"{_SOME} {_STRIP}|{_ONE_OF} {_WHOSE}(?:{_STRIP}|them|these|those)|something(?: else)?|somewhere else|"
    rf"any of {_WHOSE}(?:{_STRIP}|them)|some of {_WHOSE}{_STRIP}"
)
_POINTING = re.compile(rf"(?:(?:this|that) (?:1|{_STRIP})|the (?:track|channel|strip|fader))")
"""What means the track that was spoken of, and no track where none was."""
_OF_A_SORT = re.compile(rf"{_ONE_OF} {_WHOSE}(?P<sort>[a-z].*)")
_RETURN = re.compile(
    rf"(?:{_SOME}|{_ONE_OF} {_WHOSE}) ?(?:effects? |fx )?(?:returns?|auxe?s?|sends?)(?: tracks?| channels?)?|"
    rf"{_ONE_OF} {_WHOSE}effects(?: returns?)?"
)


def some_track(
    session: Session,
    phrase: str,
    before: Sequence[str],
    named: Callable[[str], Sequence[str] | Problem | None],
) -> Problem | None:
    """The question which track is meant; None where the phrase says it.

    ``before`` was spoken of just before, ``named`` reads a phrase.
    """
    if _POINTING.fullmatch(phrase) and not before:
        return Problem("Which track?", phrase, asks=GAP)
    if _OPEN.fullmatch(phrase):
        return Problem("Which track?", phrase, asks=GAP)
    if _RETURN.fullmatch(phrase):
        return _which([track.name for track in session.returns], phrase)
    if (match := _OF_A_SORT.fullmatch(phrase)) is None:
        return None
    found = named(f"all {match['sort']}")
    return None if found is None or isinstance(found, Problem) else _which(found, phrase)


def _which(names: Sequence[str], phrase: str) -> Problem | None:
    if len(names) < 2:
        return None
    told = f"{', '.join(names[:-1])} or {names[-1]}"
    return Problem(f"Which one: {told}?", phrase, tuple(names))
