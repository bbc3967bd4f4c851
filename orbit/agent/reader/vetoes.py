"""What forbids a reading by its structure, whoever read it so: a rule, a frame or a workflow.

A clause that is negated, reported, conditional or asked is no request, and neither is one whose verb is past.
A number, a name or a relation that no slot took is not to be passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.politeness import unwrapped
from orbit.agent.offline.understanding.tokens import Token, tokenize
from orbit.agent.reader.arcs import Arc
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.lexicon import acts, group, phrases, senses, veto
from orbit.agent.reader.remainder import ARTICLES, ASKING
from orbit.workflows.roles import known_role

__all__ = ["forbidden", "no_requests", "unasked"]

_CANNOT = frozenset({"can't", "cannot", "couldn't", "cant"})
"""Who cannot hear something asks for more of it."""


def forbidden(chart: Chart, arcs: Sequence[Arc]) -> str | None:
    """The reason why a reading is no request; None where its clauses are requests."""
    told = no_requests(chart)
    within = (told[at] for arc in arcs for at in range(arc.first, arc.last))
    return _as_a_whole(chart, told) or next(filter(None, within), None)


def unasked(text: str, session: Session) -> tuple[str, str] | None:
    """Why a sentence, or a part of it, asks for nothing, and what else it says; None where all of it asks."""
    words = [token.text for token in tokenize(text)]
    if "mocking" in _by_phrases(f" {' '.join(words)} "):
        return "mocking", ""
    said = unwrapped(text) if veto("hesitating").isdisjoint(words) else text
    chart = Chart(Ground(session, said), tokenize(said))
    reasons = no_requests(chart)
    told = [None if each and _excludes(chart, at) else each for at, each in enumerate(reasons)]
    told = told if None in reasons else reasons  # "don't touch the pad" spares it from nothing
    if (reason := _as_a_whole(chart, told)) is not None:
        return reason, ""
    if (reason := next(filter(None, told), None)) is None:
        return None
    asks = (
        list(run)
        for free, run in groupby(zip(chart.segments, told, strict=True), lambda each: each[1] is None)
        if free
    )
    spans = ((chart.tokens[run[0][0][0]].start, chart.tokens[run[-1][0][1] - 1].end) for run in asks)
    return reason, ", ".join(said[start:end] for start, end in spans)


def _excludes(chart: Chart, at: int) -> bool:
    """Whether a segment only says which one is not meant: "mute the keys, not the pad"."""
    said = chart.tokens[slice(*chart.segments[at])]
    words = [token.text for token in said]
    spares = at > 0 or not veto("sparing").isdisjoint(words)
    return spares and _is_negated(said) and veto("persons").isdisjoint(words) and not _has_verb(said)


def _has_verb(said: Sequence[Token]) -> bool:
    return any(_asks(token.text) for token in said)


def _has_number(said: Sequence[Token]) -> bool:
    return any(token.number is not None for token in said)


def _asks(word: str) -> bool:
    """Whether a clause that begins with a word asks for something."""
    return word in acts() or not ASKING.isdisjoint(senses().get(word, ()))


def _as_a_whole(chart: Chart, told: Sequence[str | None]) -> str | None:
    """The reason why nothing of a sentence is a request."""
    _, mark, behind = chart.ground.sentence.rpartition("?")
    denied = bool(mark) and next((token.text for token in tokenize(behind)), "") in veto("corrected")
    if denied or any(_corrects(chart, at) for at in range(1, len(chart.segments))):
        return "corrected"
    asked = chart.ground.sentence.rstrip().endswith("?")
    if (reason := next((each for each in _WHOLE if each in told), None)) is not None:
        return reason
    return "asked" if told and (told[-1] == "asked" or (asked and "asked" in told)) else None


_WHOLE = ("conditional", "corrected", "elsewhere", "addressed")


def _corrects(chart: Chart, at: int) -> bool:
    """Whether a segment takes back what was said before it: "mute the kick, no, the snare"."""
    start, end = chart.segments[at]
    said = [token.text for token in chart.tokens[start:end] if not token.quoted]
    if not _has_begun(chart, start):
        return False
    place, word = next(
        ((at, word) for at, word in enumerate(said) if word not in group("fillers") | {"or"}), (0, "")
    )
    meant = chart.tokens[start - 1].text == "and" or (place and word == "rather" and said[place - 1] == "i")
    if (word in veto("corrected") and not meant) or said[place : place + 2] == ["never", "mind"]:
        return True
    if {*said} <= veto("hesitating") and _is_named(chart, at - 1) and _is_named(chart, at + 1):
        return True  # "mute the kick, er, the snare"
    alone = {word for word in said if word not in group("fillers") | {"or", "ah"}}
    if not alone or alone <= veto("slips"):
        return bool(alone) and at + 1 < len(chart.segments)  # "mute the kick, sorry, the snare"
    alone -= set() if meant else veto("leaving")
    return alone <= veto("negation") and veto("persons").isdisjoint(said)


def _is_named(chart: Chart, at: int) -> bool:
    """Whether a segment ends with tracks that are named."""
    ends = [end for _, end in chart.segments[at : at + 1]]
    return any(each.end in ends for each in chart.lattice.mentions["tracks"])


def _has_begun(chart: Chart, start: int) -> bool:
    """Whether something is asked for before a place, or what it is about is named."""
    before = chart.tokens[:start]
    named = (each.end <= start for each in chart.lattice.mentions["tracks"])
    return _has_verb(before) or _has_number(before) or any(named)


def no_requests(chart: Chart) -> list[str | None]:
    """The reason of each segment why it is no request; None for one that is."""
    return [_no_request(chart, at) for at in range(len(chart.segments))]


def _no_request(chart: Chart, at: int) -> str | None:
    """Whether a segment is negated, asked, reported …; what is so goes on over "and" and an aside."""
    start, end = chart.segments[at]
    if at and chart.tokens[start - 1].text == "while":
        return None
    if any(_tells(chart, *each) for each in chart.segments if each != (start, end)):
        return "reported"
    if (found := _by_words(chart.tokens[start:end])) is not None or not at:
        return found
    before = [chart.tokens[first:last] for first, last in chart.segments[:at]]
    alone = group("fillers") | veto("negation")
    if any(_is_negated(said) and all(token.text in alone for token in said) for said in before):
        return "negated"  # "don't, whatever you do, …"
    between = [token.text for token in chart.tokens[chart.segments[at - 1][1] : start]]
    colon = next(
        (place for place, (first, _) in enumerate(chart.segments[1 : at + 1]) if _opens(chart, first)), None
    )
    if colon is not None:
        return _no_request(chart, colon)  # "she texted: …", "to do: …"
    spares = between == ["but"] and not _has_verb(chart.tokens[start:end])
    joined = spares or (between and {*between} <= {"and", "then"})
    reason = _no_request(chart, at - 1) if joined else None
    return reason if reason in ("negated", "reported", "later") else None


def _tells(chart: Chart, first: int, last: int) -> bool:
    """Whether a segment only says that somebody else speaks: "he said, …"."""
    said = [token.text for token in chart.tokens[first:last]]
    return "i" not in said and not _has_verb(chart.tokens[first:last]) and said[-1] in veto("telling")


def _opens(chart: Chart, start: int) -> bool:
    """Whether what begins at a place stands behind a colon that opens somebody's words, or a list."""
    return chart.tokens[start - 1].raw == ":" and chart.tokens[start - 2].text in veto("opening")


def _by_words(said: Sequence[Token]) -> str | None:
    words = [token.text for token in said if not token.quoted]
    first, second, third = (*(word for word in words if word not in _OPENERS), "", "", "")[:3]
    if (reason := _supposed(words, [token.raw.casefold() for token in said])) is not None:
        return reason
    asks = first in veto("asked") and second not in _NO_SUBJECT
    tag = not third and first in veto("tags")  # "…, could we?"
    if asks or ((tag or first in veto("asked_of")) and second in veto("speakers")):
        return "asked"
    if _is_negated(said) and "hear" not in words:
        return "negated"
    of_others = third in acts() and first in veto("speakers") - {"i", "we"}
    muses = first in veto("persons") - {"you"} and second in veto("musing") and third not in veto("wishing")
    if muses or of_others or (first in veto("persons") - {"you"} and second in acts()):
        return "stated"
    if any(word in veto("reported") and not _is_own(before, word) for before, word in pairwise(("", *words))):
        return "reported"
    return None if _asks(first) else _told(said, words)


def _supposed(words: Sequence[str], written: Sequence[str]) -> str | None:
    """The reason by words that make one wherever they stand: "if", "later", "on second thought"."""
    line = f" {' '.join(words)} . {' '.join(written)} "
    gentle = any(f" {phrase} " in line for phrase in veto("gentle"))
    for before, word, behind in zip(("", *words), words, (*words[1:], ""), strict=False):
        finding = behind in veto("polite") or before in veto("finding")
        if word in veto("conditional") and not (finding or gentle):
            return "conditional"
        if word in veto("later") and before not in veto("counted"):
            return "later"
    return next(_by_phrases(line), None)


def _by_phrases(line: str) -> Iterator[str]:
    """Yield the reasons by phrases that words hold."""
    return (reason for phrase, reason in phrases() if phrase in line)


def _told(said: Sequence[Token], words: Sequence[str]) -> str | None:
    """The reason why a clause that begins with no verb of a request is none."""
    if words and _is_so(said, words):
        return "stated"
    return "judging" if not veto("judging").isdisjoint(words) else "past" if _is_past(words) else None


_NO_SUBJECT = frozenset({"to", "be", "about"})


def _is_own(before: str, word: str) -> bool:
    """Whether it is no speech of another: "I said", "the track that says FX", "the snare wants more body"."""
    return (
        (word == "said" and before == "i")
        or before in ("that", "which")
        or (word == "wants" and known_role(before) is not None)
    )


def _is_so(said: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether it says how something is: "everything's on the left", "there is a marker at bar 17"."""
    if any(_is_at_rest(one, other) or _is_so_much(one, other, words) for one, other in pairwise(said)):
        return True
    if not veto("lacking").isdisjoint(words):
        return False
    if words[0] in veto("praising") and _is_thing(words[1:2]):
        return True  # "great compressor on the bass"
    for at, (one, other) in enumerate(pairwise(said)):
        seems = at > 0 and one.text in veto("seeming") and _has_number(said[at:])
        which = at > 0 and one.text in group("pronouns")  # "the delay that's on the return"
        if seems or (
            _is_well(one, other) and not which
        ):  # "the hats sit nicely at -8", "the guitar's panned left"
            return veto("wanting").isdisjoint(token.text for token in said[:at])
    there = words[0] in veto("stated") and not (veto("being") | ARTICLES).isdisjoint(words[1:2])
    about = words[0] in ARTICLES and veto("wanting").isdisjoint(words[:-2])
    being = words[-2:-1] and (_is_being(said[-2]))
    has = next((at for at, word in enumerate(words[1:5], 1) if word in veto("having")), 0)
    owns = about and has > 0 and words[has + 1 : has + 2] in _OWNED
    return there or owns or (about and bool(being) and words[-1] in veto("states") and len(words) <= _SHORT)


_IS = ("'s", "’s")
_OWNED = (["a"], ["an"], ["already"], ["its"])
_SHORT = 5


def _is_at_rest(token: Token, behind: Token) -> bool:
    """Whether two words say where something is or was: "everything's on (the left)"."""
    is_ = token.raw.casefold().replace("’", "'").endswith("'s") and token.text not in group("pronouns")
    is_ = is_ or token.text in veto("been")
    return is_ and behind.text in veto("resting") and not behind.quoted


def _is_so_much(token: Token, behind: Token, words: Sequence[str]) -> bool:
    """Whether two words say how much something is, and not that it is too much: "the snare is 3 dB down"."""
    explains = token.text in group("pronouns")  # "that's 8 bars"
    return _is_being(token) and not explains and behind.number is not None and "too" not in words


def _is_well(token: Token, behind: Token) -> bool:
    """Whether two words say how something is: "(the guitar)'s panned", "that's better"."""
    return _is_being(token) and behind.text in veto("praising") | veto("states")


def _is_being(token: Token) -> bool:
    return token.text in veto("being") or token.raw.casefold().endswith(_IS)


def _is_thing(words: Sequence[str]) -> bool:
    """Whether the first word, if any, is none that asks, joins or fills."""
    return any(not _asks(word) and word not in group("fillers") | group("joins") for word in words)


_OPENERS = frozenset({"ok", "okay", "so", "well", "hey", "hmm", "oh", "um", "uh", "and", "yo", "please"})


def _is_negated(said: Sequence[Token]) -> bool:
    """Whether a negation stands before anything that says something: "please do not …", "never …"."""
    for token in said:
        if token.text in veto("negation"):
            return token.raw.casefold().replace("’", "'") not in _CANNOT
        if token.text not in group("fillers") | veto("persons") | veto("asked_of") | {"must", "should"}:
            return False
    return False


def _is_past(words: Sequence[str]) -> bool:
    """Whether somebody has done it: "I muted the kick", "my mate soloed the guitar"."""
    did = [at for at, word in enumerate(words) if _is_done(word)]
    for at in did:
        who = next((word for word in reversed(words[:at]) if word not in veto("meanwhile")), "")
        if who in veto("persons") - {"everybody"}:
            return True
    begun = (at for at in did if 0 < at < _EARLY and words[at].endswith("ed"))
    return "already" in words or any(
        not ARTICLES.isdisjoint(words[at + 1 : at + 2]) and veto("wanting").isdisjoint(words[:at])
        for at in begun
    )


_EARLY = 4


def _is_done(word: str) -> bool:
    return word in veto("past") or (word.endswith("ed") and word not in veto("no_past"))
