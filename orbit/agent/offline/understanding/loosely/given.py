"""The names that a sentence gives: what stands behind "called", "name it", "with the name"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.agent.offline.understanding.tracks import read_exact_track
from orbit.agent.offline.understanding.values import read_name

__all__ = ["given_names"]

_CALLED = words("called named titled labelled labeled tagged entitled saying reading says reads")
_CALL = words("call name label title tag")
_IT = words("it this that them one 1")
_NAME = words("name title label")
_OF_A_NAME = words("of is be should shall will to into as : = becomes")
_RENAMING = words("rename renamed renaming retitle relabel relabelled renames")
_RENAMED = words("renamed retitled relabelled relabeled")
_MARKING = words("mark marked label flag flagged tag note")
_MARKERS = words("marker markers locator locators pin pins flag flags cue cues mark label bookmark")
_TO = words("to as into in =")
_ENDS = words("ought should shall must , and then please so which because cause thanks instead")
_GOES = words("goes go comes come sits sit belongs starts begins lands")
_LEADS = words("at on in to from for into onto over starting with")
_TO_A_PLACE = words(
    "bar bars slot beat beats scene start beginning top end clip track place locator marker it the that this "
    "velocity length arrangement timeline session my channel"
)
_PARTS = words("part section bit marker locator clip scene track spot place bar")
_LONGEST = 5


def given_names(ground: Ground, tokens: Sequence[Token]) -> list[Mention]:
    """The names that are given, in quotation marks or behind the words that give one."""
    found = [
        Mention("name", (source_text(ground.sentence, [token]),), at, at + 1, token.text)
        for at, token in enumerate(tokens)
        if token.quoted
    ]
    for start in () if found else _starts(ground, tokens):
        end = _end(ground, tokens, start)
        name = read_name(ground, tokens[start:end]) if end > start else None
        if name and not any(each.start < end and start < each.end for each in found):
            found.append(Mention("name", (name,), start, end, name))
    return found


def _starts(ground: Ground, tokens: Sequence[Token]) -> Iterator[int]:
    """Where names begin."""
    said = {token.text for token in tokens}
    behind = [start for at in range(len(tokens)) if (start := _behind(ground, tokens, at)) is not None]
    yield from behind
    if behind:
        return
    renaming = not said.isdisjoint(_RENAMING) or ("change" in said and not said.isdisjoint(_NAME))
    joiners = _TO if renaming else {"as"} if not said.isdisjoint(_MARKING) else frozenset[str]()
    places = [at + 1 for at, token in enumerate(tokens) if token.text in joiners]
    last = [at for at in places if not _leads(ground, tokens, at)][-1:]
    yield from last or (_capitals(tokens) if not said.isdisjoint(_MARKERS) else ())


def _capitals(tokens: Sequence[Token]) -> Iterator[int]:
    """Where what is written like a name begins: "locator 49 Bridge"."""
    for at, token in enumerate(tokens):
        follows = at and tokens[at - 1].raw[:1].isupper() and tokens[at - 1].text not in _MARKERS
        # The first word of a sentence is a capital anyway.
        alone = at or (tokens[1:] and tokens[1].text in ("at", "on", "@", "=", "is", "from"))
        if token.raw[:1].isupper() and token.text not in _MARKERS | {"i"} and alone and not follows:
            yield at


def _behind(ground: Ground, tokens: Sequence[Token], at: int) -> int | None:
    """Where the name begins that the word at a place gives."""
    word, behind = tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in _CALLED or (word in _RENAMED and behind and behind not in _TO):
        return at + 1
    if word in _CALL and behind in _IT:
        return None if _text(tokens, at + 2) in _PARTS else at + 2
    if word in _NAME and behind in _OF_A_NAME and (behind != "of" or _is_with(tokens, at)):
        end = at + 1
        while end < len(tokens) and tokens[end].text in _OF_A_NAME:
            end += 1
        return end
    listed = word in _NAME and at > 0 and tokens[at - 1].text == "," and behind not in _IT | _OF_A_NAME
    if listed and not _leads(ground, tokens, at + 1):
        return at + 1
    with_a_name = word in _NAME and at and tokens[at - 1].text in ("with", "the", "my", "its")
    return at + 1 if with_a_name and behind and behind not in _LEADS | _OF_A_NAME else None


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if at < len(tokens) else ""


def _is_with(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is with a name: "by the name of"."""
    return any(token.text in ("with", "by") for token in tokens[max(0, at - 2) : at])


def _end(ground: Ground, tokens: Sequence[Token], start: int) -> int:
    """Where the name ends that begins at a place."""
    for at in range(start, min(start + _LONGEST, len(tokens))):
        word = tokens[at].text
        if (
            word in ("bar", "bars")
            and at > start
            and at + 1 < len(tokens)
            and tokens[at + 1].number is not None
        ):
            return at
        goes = word in _GOES and _text(tokens, at + 1) in ("at", "on", "in", "to") and at > start
        if goes or word in _ENDS | _MARKERS or (_may_lead(tokens[at]) and _leads(ground, tokens, at + 1)):
            return at
    return min(start + _LONGEST, len(tokens))


def _may_lead(token: Token) -> bool:
    """Whether a word may lead to a place: one written with a capital is a part of a name ("Vox In")."""
    return token.text in _LEADS and not token.raw[:1].isupper()


def _leads(ground: Ground, tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands at a place is a place or a thing and no part of a name."""
    part = tokens[at : at + 3]
    if not part or part[0].number is not None or part[0].text in _TO_A_PLACE:
        return True
    return any(read_exact_track(ground, part[:size]) for size in range(1, len(part) + 1))
