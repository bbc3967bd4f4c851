"""Stretches that say how things are: remarks ask for nothing, complaints only where nothing else does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from daw_bridges.actions import Action
from daw_bridges.errors import OrbitError
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.rule import Doing, Reading
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group

__all__ = ["About", "asks_nothing", "beside", "complains", "says_how_far"]

_OPENS_A_REMARK = group("opens_a_remark")
_STATES = group("stating")
_WITHOUT_REQUEST = group("no_remark")
_OPENS_A_CONDITION = group("opens_a_condition")
_ASKS = group("asks_in_a_remark")
_NOUNS_TOO = group("nouns_too")
"""Words for what can be asked for that are the names of things as well: behind an article they are."""
_ARTICLES = group("before_a_noun")
_ASKS_IN_FRONT = group("asks_in_front")
_WOULD = {"i'd", "we'd"}
_JOINING = group("joining")
_MOST_WORDS = 14
_CHEERS = group("cheers")


@dataclass(frozen=True)
class About:
    """What a stretch speaks of that asks for nothing."""

    tracks: tuple[str, ...] = ()
    device: str | None = None


_HAS_TO = {("got", "to"), ("has", "to"), ("have", "to"), ("had", "to"), ("ought", "to")}


def asks_nothing(ground: Ground, said: Sequence[Token]) -> About | None:
    """What a stretch speaks of that asks for nothing; None where it may ask."""
    texts = [token.text.partition("'")[0] for token in said]
    if " ".join(texts) in _CHEERS or _is_an_aim(texts):
        return About()
    if not 0 < len(said) <= _MOST_WORDS or any(token.quoted for token in said) or _counts(said):
        return None
    if any(pair in _HAS_TO for pair in pairwise(texts)):
        return None  # "the pad's got to come down"
    if (
        said[0].raw.casefold() in _WOULD
        or (texts[0] in _OPENS_A_CONDITION and not _is_a_warning(texts))
        or texts[:2] == ["in", "case"]
        or not _WITHOUT_REQUEST.isdisjoint(texts)
        or _asks(texts)
    ):
        return None
    found = [each for each in mentions(ground, said) if each.text.casefold() not in _STATES]
    remark = texts[0] in _OPENS_A_REMARK or _states(said, texts, found)
    return _spoken_of(ground, found, texts) if remark else None


_AIMS = group("aims")
_PEOPLE = {"i", "we"}


def _is_an_aim(texts: Sequence[str]) -> bool:
    """Whether it says what somebody is about to do themselves: "I want to work on the drop"."""
    if len(texts) < 3 or texts[0] not in _PEOPLE:
        return False
    at = next((at for at, word in enumerate(texts[:5]) if word in _AIMS), None)
    if at is None:
        return False
    behind = [word for word in texts[at + 1 :] if word not in ("to", "just", "really", "also")]
    opens = at + 1 < len(texts) and (
        texts[at + 1] == "to" or texts[at] in ("wanna", "gotta", "gonna", "trying")
    )
    return opens and bool(behind) and behind[0] in _BY_ONESELF and not _asks(behind[1:])


_BY_ONESELF = group("by_oneself")
"""What people do themselves, and nobody asks an assistant for."""


def _is_a_warning(texts: Sequence[str]) -> bool:
    """Whether it says before what something is wanted: "before it runs away"."""
    return texts[0] == "before" and len(texts) > 2 and texts[1] in _SOMEBODY


_SOMEBODY = group("somebody")


def _counts(said: Sequence[Token]) -> bool:
    """Whether it holds a number; the one of "this one" is none."""
    pairs = zip((None, *said), said, strict=False)
    return any(
        (each.number is not None or each.raw[:1].isdigit())  # "3/4" is no plain number
        and not (each.raw.casefold() == "one" and before and before.text in _ARTICLES)
        for before, each in pairs
    )


def _asks(texts: Sequence[str]) -> bool:
    """Whether one of the words asks for something, where it is no noun."""
    fronts = (0, *(at + 1 for at, word in enumerate(texts) if word in _JOINING))
    if any(texts[at] in _ASKS_IN_FRONT for at in fronts if at < len(texts)):
        return True
    if any(not _ASKS.isdisjoint(_stems(word)) for word in _verbs_of(texts)):
        return True  # "the kick ducks the keys"
    return any(
        word in _ASKS and not (at and word in _NOUNS_TOO and texts[at - 1] in _ARTICLES)
        for at, word in enumerate(texts)
    )


def _verbs_of(texts: Sequence[str]) -> Iterator[str]:
    """The words behind the first that may ask: not what something is or has been ("has been soloed")."""
    for before, word in pairwise(texts):
        if word not in _NOUNS_TOO | _STATES and not (before in _BEING and word.endswith("ed")):
            yield word


_BEING = group("being_so")


def _stems(word: str) -> set[str]:
    """What a verb that is inflected may come from: "ducks", "reversed"."""
    return {word.removesuffix(end) for end in ("s", "es", "d", "ed") if word.endswith(end)}


def _states(said: Sequence[Token], texts: Sequence[str], found: Sequence[Mention]) -> bool:
    """Whether it has the verb of a statement: one that says how things are, or one behind its subject."""
    if not _STATES.isdisjoint(texts[1:]):
        return True
    tracks = [each for each in found if each.type == "track"]
    if any(_is_shortened(said, each.end, found) for each in tracks):
        return True  # "the percussion's kind of distracting"
    if any(texts[each.end : each.end + 1] and texts[each.end] in _HOW_MUCH for each in tracks):
        return True  # "pads too wide"
    between = ({*texts[one.end : other.start]} - _ARTICLES for one in tracks for other in tracks)
    if any(len(words_of_it) == 1 and not words_of_it & _JOINING for words_of_it in between):
        return True  # "the keys drown the guitar"
    behind = {each.end for each in found if each.type in ("track", "device", "clip")}
    verbs = [texts[at] for at in behind if at < len(texts) and texts[at].isalpha()]
    return any(verb.endswith(("s", "ed")) for verb in verbs)


def _is_shortened(said: Sequence[Token], at: int, found: Sequence[Mention]) -> bool:
    """Whether an "is" hangs on the word before a place, and nothing that could be its own stands there."""
    ends = at < len(said) and said[at - 1].raw.casefold().endswith(("'s", "’s"))
    return ends and not any(each.start <= at < each.end for each in found) and _says_how(said[at].text)


def _says_how(word: str) -> bool:
    return word in _AFTER_IS or (word.endswith("ing") and len(word) > 5)


_AFTER_IS = group("after_is")


_HOW_MUCH = group("how_much")


def _have(ground: Ground, tracks: Sequence[str], device: str) -> bool:
    if not tracks:
        return any(each.kind == device for track in ground.session.tracks for each in track.devices)
    try:
        return all(any(each.kind == device for each in ground.track(name).devices) for name in tracks)
    except OrbitError:
        return False


def _spoken_of(ground: Ground, found: Sequence[Mention], texts: Sequence[str]) -> About:
    """The tracks where one phrase names them, or those of which a statement is; and the device named."""
    tracks = [each for each in found if each.type == "track" and each.problem is None]
    some = [each for each in tracks if len(each.values) < len(ground.session.ordinary_tracks)]
    tracks = some or tracks
    outer = [each for each in tracks if not any(_within(each, other) for other in tracks)]
    inside = [each for each in found if any(_is_part(each, other) for other in tracks)]
    devices = [each.values[0] for each in found if each.type == "device" and each not in inside]
    names = outer[0].values if len(outer) == 1 else _subject(texts, outer)
    device = devices[0] if len(devices) == 1 else None
    if device is not None and not _have(ground, names, device):
        device = None
    return About(names, device)


def _subject(texts: Sequence[str], tracks: Sequence[Mention]) -> tuple[str, ...]:
    """The tracks that a statement opens with: in "the keys mask the vocal" they are what is spoken of."""
    first, *others = sorted(tracks, key=lambda each: each.start) or (None,)
    if first is None or not others or not set(texts[: first.start]) <= _ARTICLES:
        return ()
    between = texts[first.end : others[0].start]
    return first.values if not _STATES.isdisjoint(between) and _JOINING.isdisjoint(between[:1]) else ()


def _is_part(one: Mention, track: Mention) -> bool:
    """Whether it is a word of a track's name: the synth of "bass synth"."""
    return _within(one, track) and one.end - one.start < track.end - track.start


def _within(one: Mention, other: Mention) -> bool:
    return one is not other and other.start <= one.start and one.end <= other.end


_COMPLAINTS = group("complaints")
_UNHEARD = group("unheard")
_REMEDIES = group("remedies")


def complains(tokens: Sequence[Token]) -> bool:
    """Whether a clause says what is wrong, and nothing of what is to be done."""
    said = {token.text for token in tokens if not token.quoted}
    if not _REMEDIES.isdisjoint(said):
        return False
    return not _COMPLAINTS.isdisjoint(said) or ("hear" in said and not _UNHEARD.isdisjoint(said))


def says_how_far(complaint: Sequence[Token], remedy: Sequence[Token]) -> bool:
    """Whether only the complaint has a number: "4 dB too loud, bring it down" is done as far as it says."""
    return _has_number(complaint) and not _has_number(remedy)


def _has_number(tokens: Sequence[Token]) -> bool:
    return any(token.number is not None for token in tokens)


def beside(complaint: Sequence[Reading], remedy: Sequence[Reading]) -> list[Reading]:
    """What a complaint still asks for beside another clause: nothing of the tracks that it changes."""
    treated = frozenset(
        _track(action) for each in remedy if isinstance(each, Doing) for action in each.actions
    )
    left: list[Reading] = []
    for each in complaint:
        if not isinstance(each, Doing):
            left.append(each)
        elif actions := tuple(action for action in each.actions if _track(action) not in treated):
            left.append(replace(each, actions=actions))
    return left


def _track(action: Action) -> str | None:
    return getattr(action, "track", None)
