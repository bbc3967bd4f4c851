"""The tracks that one phrase means: by name, by part, "all", "the others", "it"; never a wild guess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial

from daw_bridges.errors import nearest_names
from daw_bridges.references import track_reference
from daw_bridges.session import Track
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.selection import SEVERAL, selected, some_track
from orbit.agent.offline.understanding.spoken import respelt, turned
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.lexicon import group
from orbit.workflows.roles import ROLES, Meant, bare, known_role, meant, plain, suggestions, whole
from orbit.workflows.roles.spelling import name_words

__all__ = [
    "BEFORE",
    "Tracks",
    "can_be_a_name",
    "no_such_track",
    "one_of",
    "ordinary",
    "tracks_named",
    "without",
]

Tracks = tuple[str, ...]
"""References to tracks, in the order they were named."""

BEFORE = group("before_a_name")
_NOUNS = group("strips")
_NAMED = group("called")
_FAMILIES = {"vocal": "vocals"}
"""Parts that are one of several of their sort: every vocal is the backing vocals too."""
_ONE_OF_FAMILY: dict[str, str] = dict.fromkeys(("vocal", "vox", "voice", "voc"), "vocals")
_LED = group("led")
"""Words before the name of a family that mean one of it: the lead vocals are not the backing vocals."""
_IT = group("spoken_of")
_ALL = group("all_tracks")
_OTHERS = group("other_tracks")

# A name that fits nothing is only then worth a complaint when it can be a name.
_NO_NAME = group("no_name")


def tracks_named(ground: Ground, phrase: str) -> Tracks | Problem | None:
    """The tracks one phrase means; no lists and no exceptions."""
    asked = (tracks_named, phrase, ground.tracks)
    if asked not in ground.known:
        # A phrase that is turned round and round ("lead backing") means nothing while it is being asked.
        ground.known[asked] = None
        ground.known[asked] = _meant_by(ground, phrase)
    return ground.known[asked]


def _meant_by(ground: Ground, phrase: str) -> Tracks | Problem | None:
    """By name, then by what the tracks are, then by what was probably said."""
    if (some := some_track(ground.session, phrase, ground.tracks, partial(tracks_named, ground))) is not None:
        return some
    cores = dict.fromkeys(_cores(phrase.split()))
    exact = {name.casefold() for name in ground.session.track_names}
    if not any(core in exact for core, _ in cores) and (found := selected(ground, phrase)) is not None:
        return found if isinstance(found, Problem) else tuple(found)
    readings = (_named(ground, core, several) for core, several in cores if core)
    if (named := next((found for found in readings if found is not None), None)) is not None:
        return _which_of_family(ground, phrase) or _both(phrase, named)
    for again in (respelt(phrase), turned(phrase)):
        if again is not None and (found := tracks_named(ground, again)) is not None:
            return found
    return _counted(ground, phrase)


def _counted(ground: Ground, phrase: str) -> Tracks | Problem | None:
    """So many of a sort: "the two vocal tracks", "all four drums"."""
    match = _COUNT.fullmatch(phrase)
    found = tracks_named(ground, f"all {match['what']}") if match else None
    if match is None or found is None or isinstance(found, Problem) or len(found) == int(match["count"]):
        return found
    return Problem(
        f"“{phrase}” means {match['count']} tracks, and I found {', '.join(found)}.", phrase, found
    )


_COUNT = re.compile(rf"(?:(?:{'|'.join(sorted(BEFORE))}) )*(?P<count>[2-9]|[1-9]\d) (?P<what>[a-z].*s)")


def _which_of_family(ground: Ground, phrase: str) -> Problem | None:
    """One track of a sort of which there are several: "the vocal track" is the lead's or the backing's."""
    *words, noun = phrase.split()
    core = " ".join(word for word in words if word not in BEFORE)
    named = core in map(str.casefold, ground.session.track_names)
    one = noun in ("track", "channel") and SEVERAL.isdisjoint(words) and not named
    family = _ONE_OF_FAMILY.get(core) if one else None
    if family is None:
        return None
    labels = _references(ground, meant(ground.session.tracks, family, several=True).tracks)
    return (
        Problem(f"“{phrase}” could be {one_of(labels)}. Which one?", phrase, labels) if labels[1:] else None
    )


def _both(phrase: str, found: Tracks | Problem) -> Tracks | Problem:
    """Both are two, and not three."""
    if phrase.split(maxsplit=1)[0] != "both" or isinstance(found, Problem) or len(found) == 2:
        return found
    return Problem(f"“{phrase}” means two tracks, and I found {', '.join(found)}.", phrase, found)


def _cores(words: list[str]) -> Iterable[tuple[str, bool]]:
    """The phrase as it is, then without what people put around a name; and whether it speaks of several."""
    start = next((at for at, word in enumerate(words) if word not in BEFORE), len(words))
    several = not SEVERAL.isdisjoint(words[:start])
    yield " ".join(words), several
    yield " ".join(words[start:]), several
    end = len(words)
    while end > start and words[end - 1] in _NOUNS:
        end -= 1
    if words[start : start + 1] != words[start:] and words[start] in _NOUNS and words[start + 1] in _NAMED:
        yield " ".join(words[start + 2 :]), several
    yield " ".join(words[start:end]), several or (end < len(words) and words[end].endswith("s"))


def _named(ground: Ground, phrase: str, several: bool) -> Tracks | Problem | None:
    if phrase in _IT | _ALL | _OTHERS:
        return _several_at_once(ground, phrase)
    led, each = not _LED.isdisjoint(bare(phrase)[:1]), several
    several = several or (_means_all(phrase) and not led and not _is_their_bus(ground, phrase))
    found = meant(ground.session.tracks, phrase, several=several, nicknames=ground.nicknames)
    if several and found.role in _FAMILIES and not led:
        whole = _FAMILIES[found.role]
        found = meant(ground.session.tracks, whole, several=True, nicknames=ground.nicknames)
    references = _references(ground, found.tracks if several else _by_that_word(found, phrase))
    said = " ".join(bare(phrase))
    if found.role is not None and said in _ADJECTIVES and not several:
        references = _references(ground, _holding(ground, said)) or references
    together = several or _all_begin(ground, references, said)
    if len(references) < 2 or each or (found.role is not None and together):
        return references or None
    labels = tuple(_label(ground, reference) for reference in references)
    return Problem(f"“{phrase}” could be more than one track: {one_of(labels)}. Which one?", phrase, labels)


_ADJECTIVES = group("sorts_of_parts")
"""What names more than one sort of track begin with: alone, it may mean any of them."""


def _all_begin(ground: Ground, references: Tracks, said: str) -> bool:
    """Whether all are called so and something more: "the kick" is ``Kick In`` and ``Kick Out``."""
    names = [plain(ground.track(each).name) for each in references]
    if not said or said in _ADJECTIVES or not all(name.startswith(f"{said} ") for name in names):
        return False
    behind = [tokenize(name.removeprefix(f"{said} ")) for name in names]
    return not all(token.number is not None for tokens in behind for token in tokens)  # Guitar 1, Guitar 2


def _holding(ground: Ground, phrase: str) -> Sequence[Track]:
    return [track for track in ground.session.tracks if phrase in name_words(track.name)]


def _by_that_word(found: Meant, phrase: str) -> Sequence[Track]:
    """Of several that play a part, the one that has the very words in its name: "the sub" is ``Sub Bass``."""
    said = set(bare(phrase))
    of_name = [track for track in found.tracks if said <= set(name_words(track.name))]
    return of_name if found.role is not None and len(of_name) == 1 else found.tracks


def _label(ground: Ground, reference: str) -> str:
    """A reference as it is asked about: a place alone says too little."""
    return f"{reference} {ground.track(reference).name}" if reference.startswith("#") else reference


def _several_at_once(ground: Ground, phrase: str) -> Tracks | None:
    if phrase in _ALL:
        return ordinary(ground)
    if phrase in _IT:
        return ground.tracks or None
    return without(ground, ground.tracks) if ground.tracks else None


def _means_all(phrase: str) -> bool:
    """Whether a part means all that play it: a plural ("the guitars"), or a family ("the drum kit")."""
    role = known_role(phrase)
    family = role is not None and bool(ROLES[role].parts)
    return family or (phrase.endswith("s") and not phrase.endswith("ss"))


def _is_their_bus(ground: Ground, phrase: str) -> bool:
    """Whether a part that has a track for all of it is named by that: "the drum bus"."""
    role = known_role(phrase) if phrase.endswith(" bus") else None
    return role is not None and bool(whole(ground.session, role))


def _references(ground: Ground, tracks: Iterable[Track]) -> Tracks:
    wanted = [id(track) for track in tracks]
    places = [at for at, track in enumerate(ground.session.tracks) if id(track) in wanted]
    return tuple(track_reference(ground.session, at) for at in places)


def ordinary(ground: Ground) -> Tracks:
    """All tracks but the returns and the master."""
    session = ground.session
    return tuple(track_reference(session, at) for at, track in enumerate(session.tracks) if track.ordinary)


def without(ground: Ground, spared: Tracks) -> Tracks | None:
    """The ordinary tracks but these."""
    return tuple(name for name in ordinary(ground) if name not in spared) or None


def can_be_a_name(phrase: str) -> bool:
    """Whether a phrase that means no track can be the name of one that is not there."""
    parts = phrase.split()
    signed = re.search(r"(?:^| )[+-]\d", phrase)
    broken = "a" in parts[1:-1]  # "(give) me a room (reverb)"
    return (
        0 < len(parts) <= 3
        and not _NO_NAME.intersection(parts)
        and "," not in phrase
        and not (signed or broken)
    )


def no_such_track(ground: Ground, phrase: str) -> Problem | None:
    """The complaint about a name that no track has; None when the phrase can be no name."""
    name, _ = [*_cores(phrase.split())][-1]
    if not can_be_a_name(name):
        return None
    names = ground.session.track_names
    near = suggestions(name, names)
    there_are = ", ".join(nearest_names(name, names)) or "none yet"
    advice = f"Did you mean {one_of(near)}?" if near else f"The tracks are {there_are}."
    return Problem(f"There is no track called “{name}”. {advice}", name, tuple(near))


def one_of(names: Sequence[str]) -> str:
    """The names as a choice: "Kick, Snare or Hats"."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""
