"""What is said around a request and asks for nothing: why it is made, and what it is about.

"Colour the kick green, it helps me find it" is a request and a reason; "the hats are too loud, take three dB
off" says first what it is about. A remark is passed over only where the rest is wholly understood; one that
holds a condition, an exception or a value is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.offline.understanding.tracks import read_tracks

__all__ = ["Core", "cores", "with_name"]


@dataclass(frozen=True)
class Core:
    """A request without the remarks around it, and the tracks that these speak of."""

    text: str
    tracks: tuple[str, ...] = ()


_NO_NEED = (
    r"i (?:don't|do not|dont|no longer) (?:need|use|want|like) (?:it|them|that|this)(?: any ?more)?|"
    r"(?:it's|it is|they're|they are) (?:not needed|no longer needed|no use|useless)"
)
_STATING = (
    r"(?:(?:it|that|this|they|he|she)(?:'s|'re)|(?:it|that|this|they|these|those|he|she) (?:is|are|was|were|"
    r"sounds?|feels?|helps?|gets?|got|makes?|sits?|masks?|covers?|drowns?|keeps?|sticks?|hurts?|looks?|"
    r"bothers?|annoys?|clash(?:es)?|disappears?|eats?|fights?)|"
    r"i (?:hate|love|like|can) (?:it|that|them|hear)|"
    r"i (?:can't|cannot|can not|can barely|can hardly) (?:hear|stand|take|see|find)|my ears)\b"
)
_REASON = re.compile(
    rf"\s*(?:[,;.!]+\s+|\s-+\s)(?:(?:because|cause|cuz|since|as|so(?: that)?)\s+)?"
    rf"(?P<why>{_NO_NEED}|{_STATING}.*)[\s.!]*$|"
    r"[\s,]+(?:because|cause|'cause|cuz)\s+(?P<because>.+)$|"
    r"[\s,]+so (?:that )?(?P<so>(?:i|we|you) (?:can |don't |do not |won't )?.+)$",
    re.IGNORECASE,
)
_NO_REMARK = re.compile(
    r"\d|\b(?:if|unless|except|but|not|only|until|when|instead|should|must|needs?|want|and|then|never|please|"
    r"make|put|set|turn|mute|solo|add|dB|percent)\b|n't\b",
    re.IGNORECASE,
)
_HOW_IT_IS = (
    r"(?:(?:way|much|far|still|just|really|a (?:bit|little|touch|tad)|kind of|kinda|pretty|quite|very|"
    r"so)\s+)*"
    r"(?:too|so|very|really|not|a bit|a little|kind of|kinda|pretty|quite|way|still)?\s*(?:\w+\s+)?"
    r"(?:loud|quiet|soft|hot|low|high|bright|dark|dull|harsh|boomy|muddy|thin|wide|narrow|dry|wet|weak|strong|"
    r"buried|lost|upfront|forward|prominent|boring|heavy|aggressive|shy|big|small|much|present|far|close|"
    r"annoying|lazy|in front|in the way|in your face|on top|far away|enough)"
)
_TOWARDS = (
    r"(?:sit|come|go|be|move|step|get|pull|stay)\s+(?:a (?:bit|little)\s+|way\s+|further\s+)?(?:back|down|up|"
    r"forward|out|lower|higher|louder|quieter|softer|further back|less loud|in the back|in front)"
)
_ABOUT = re.compile(
    r"^(?P<what>[^,;]{2,60}?)(?:'s|'re|\s+(?:is|are|was|were|sounds?|feels?|seems?|"
    r"looks?|comes? (?:out|across)|sits?))\s+"
    rf"{_HOW_IT_IS}(?:\s+(?:here|now|there|in the mix|for me|to me|again))?\s*[,;.!:]*\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_NEEDS = re.compile(
    rf"^(?P<what>[^,;]{{2,60}}?)\s+(?:needs? to|has to|have to|should|must|could)\s+{_TOWARDS}"
    r"(?:\s+in the mix)?\s*[,;.!:]+\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_UNNEEDED = re.compile(
    r"^(?:i|we)(?: really| actually)? (?:don't|do not|dont|no longer|won't|never) (?:need|use|want|like) "
    r"(?P<what>[^,;]{2,60}?)(?: any ?more| anyway| at all| now| here)?\s*[,;.!:]+\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^(?:and |about |as for |for |on |now )*(?P<what>[^,;:]{2,60}?)\s*[,;:-]+\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_OF_IT = re.compile(r"\b(?:it|its|them|their|that|those|these|this)\b", re.IGNORECASE)
_JOIN = re.compile(r"^(?:so|and|then|just|please|can you|could you|maybe|let's|,)\s+", re.IGNORECASE)


def cores(ground: Ground, sentence: str) -> Iterator[Core]:
    """The requests that a sentence may come to without what is said around them, the longest first."""
    trailing = _without_reason(sentence)
    if trailing is not None:
        yield Core(trailing)
    for text in filter(None, (sentence, trailing)):
        for pattern in (_ABOUT, _NEEDS, _UNNEEDED, _NAMED):
            if (found := pattern.match(text)) is not None and (core := _about(ground, found)) is not None:
                yield core


def _without_reason(sentence: str) -> str | None:
    found = _REASON.search(sentence)
    if found is None or not found.start():
        return None
    why = next(filter(None, found.groups()))
    plainly = re.fullmatch(_NO_NEED, why.strip(" .!"), re.IGNORECASE) is not None
    said = re.sub(r"\b(?:can't|cannot|can not|don't|do not)\b", "", why, flags=re.IGNORECASE)
    return sentence[: found.start()] if plainly or not _NO_REMARK.search(said) else None


def _about(ground: Ground, found: re.Match[str]) -> Core | None:
    """The rest of a sentence that begins with what it is about; it says "it", or nothing."""
    tracks = read_tracks(ground, tokenize(found["what"]))
    if not tracks or isinstance(tracks, Problem):
        return None
    rest = found["rest"]
    while (shorter := _JOIN.sub("", rest)) != rest:
        rest = shorter
    return Core(rest, tracks)


def with_name(core: Core) -> Iterator[str]:
    """The request with "it" put in where it leaves out what it is about: "take it 3 dB off"."""
    yield core.text
    if core.tracks and not _OF_IT.search(core.text):
        verb, _, rest = core.text.partition(" ")
        yield f"{verb} it {rest}"
        yield f"{core.text} on it"
        yield f"{core.text} it"
