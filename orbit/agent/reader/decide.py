"""What to do with a sentence: act, propose, ask, or leave it to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from daw_bridges.actions import Action, InsertDevice, SetSend, SetVolume, action_json
from daw_bridges.algebra import apply, apply_all, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session, TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.arcs import Arc
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.features import STRANGER, Words
from orbit.agent.reader.frames import Risk
from orbit.agent.reader.lexicon import acts, group, senses, spelled
from orbit.agent.reader.ranker import Parse, Reading, load, parse
from orbit.agent.reader.remainder import left_over
from orbit.agent.reader.vetoes import forbidden

__all__ = ["Decision", "chart_of", "read"]

Verb = Literal["act", "propose", "ask", "leave"]

_ACTS: dict[Risk, float] = {"low": 0.75, "middle": 0.8, "high": 0.9}
"""How sure it must be, by the harm of a misreading; set on voices that trained nothing."""
_PROPOSES = 0.5
"""From here on fewer than one proposal in five is wrong, on voices that trained nothing."""
_ASKS = 0.6
_SLIGHT = 0.02
_MOST_LEFT = 3
"""So many words of an edit may say nothing, where it takes for one what looks like an edit and a remark."""


@dataclass(frozen=True)
class Decision:
    """What to do, the edits or the question, and why it is not more."""

    verb: Verb
    actions: tuple[Action, ...] = ()
    problem: Problem | None = None
    sure: float = 0.0
    """How likely the sentence asks for just these edits."""
    why: str = ""
    """What stands in the way of acting: a veto, or words that no slot took."""
    reading: Reading | None = None
    parsed: Parse | None = None
    strange: frozenset[int] = frozenset()
    """The places of the words that the ranker never met."""


def chart_of(ground: Ground, known: Words | None) -> Chart:
    """The chart of a ground's sentence."""
    text = unwrapped(ground.sentence)
    tokens = tokenize(text)
    if known is not None:
        names = " ".join(_names(ground.session)).casefold()
        tokens = [
            each
            if each.quoted or each.raw[:1].isupper() or each.text in names
            else replace(each, text=spelled(each.text, known))
            for each in tokens
        ]
    return Chart(replace(ground, sentence=text), tokens, known)


def _names(session: Session) -> Iterator[str]:
    """The names that stand in a session."""
    yield from (*session.track_names, *session.scenes, *(mark.name for mark in session.locators))
    yield from (clip.name for track in session.tracks for clip in track.clips)


def read(ground: Ground) -> Decision:
    """Decide what a ground's sentence comes to."""
    model = load()
    chart = chart_of(ground, model.words)
    strange = frozenset(at for at, word in enumerate(chart.said) if word == STRANGER)
    return replace(decided(chart, parse(chart, model.weights)), strange=strange)


def decided(chart: Chart, parsed: Parse) -> Decision:
    """Decide by the likeliest reading that the session takes."""
    likely = [reading for reading in parsed.readings if reading.probability >= _SLIGHT]
    can_be = [(reading, led) for reading in likely if (led := _leads_to(chart, reading)) is not None]
    left = 1.0 - sum(each.probability for each in likely) + sum(each.probability for each, _ in can_be)
    for first in _merged(can_be):
        sure = parsed.edit * first.probability / max(left, first.probability)
        if sure < _PROPOSES:
            break
        reading = _unhindered(chart, first)
        outcomes = [arc.outcome for arc in reading.edits]
        if (reason := forbidden(chart, reading.edits)) is not None:
            return Decision("leave", sure=sure, why=reason, reading=reading, parsed=parsed)
        problems = [each for each in outcomes if isinstance(each, Problem)]
        if problems:
            verb: Verb = "ask" if sure >= _ASKS and len(outcomes) == 1 else "leave"
            return Decision(verb, problem=problems[0], sure=sure, reading=reading, parsed=parsed)
        actions = reading.actions
        over = ", ".join(left_over(chart, reading.arcs))
        if over or (len(actions) > 1 and _is_nothing(chart, actions)):
            return Decision("leave", sure=sure, why=over, reading=reading, parsed=parsed)
        acts = not _doubles(chart, reading, actions) and sure >= max(
            _ACTS[frame.risk] for arc in reading.edits for frame in arc.frames
        )
        return Decision("act" if acts else "propose", actions, sure=sure, reading=reading, parsed=parsed)
    return Decision("leave", parsed=parsed)


def _unhindered(chart: Chart, reading: Reading) -> Reading:
    """The reading by the first way that passes over next to nothing; what forbids the likeliest stands."""
    if len(reading.ways) == 1 or forbidden(chart, reading.edits) is not None:
        return reading
    for way in reading.ways:
        said = replace(reading, ways=(way,))
        brief = way is reading.arcs or all(_is_brief(chart, arc) for arc in said.edits)
        if brief and forbidden(chart, said.edits) is None and next(left_over(chart, way), None) is None:
            return said
    return reading


def _is_brief(chart: Chart, arc: Arc) -> bool:
    """Whether an edit passes over few words, and a stretch of which it takes none says its verb: "Mute."."""
    left = [at for at in arc.left if chart.tokens[at].text not in group("fillers") | group("pronouns")]
    silent = [
        range(*each) for each in chart.segments[arc.first : arc.last] if arc.left.issuperset(range(*each))
    ]
    verbs = all(chart.tokens[at].text in acts() for at in left if any(at in each for each in silent))
    start, end = chart.segments[arc.first][0], chart.segments[arc.last - 1][1]
    joined = any(token.text in group("goes_on") for token in chart.tokens[start:end])
    known = not joined or all(chart.tokens[at].text in senses() for at in left)
    return verbs and known and len(left) <= _MOST_LEFT


def _doubles(chart: Chart, reading: Reading, actions: Sequence[Action]) -> bool:
    """Whether a device is added where one of its kind is, and no word says that another is meant."""
    said = {chart.tokens[at].text for arc in reading.edits for at in arc.left}
    if not said.isdisjoint(group("another")):
        return False
    new = [action for action in actions if isinstance(action, InsertDevice)]
    held = {(track.name, device.kind) for track in chart.ground.session.tracks for device in track.devices}
    return any((each.track, chart.ground.kind_of(each.device) or each.device) in held for each in new)


def _is_nothing(chart: Chart, actions: Sequence[Action]) -> bool:
    """Whether one edit takes back what another did: "louder and quieter"."""
    session = chart.ground.session
    steps = [apply_all(session, resolve_labels(session, actions[: at + 1])) for at in range(len(actions))]
    return steps[-1] == session and any(step != session for step in steps)


_RETURN = frozenset({"return", "fader"})
_Led = tuple[Session | None, frozenset[str]]
"""A session and what was done that it does not show; without a session, what has to be asked first."""


def _leads_to(chart: Chart, reading: Reading) -> _Led | None:
    """What a reading leads to; None where the session does not take its edits."""
    if any(isinstance(arc.outcome, Problem) for arc in reading.edits):
        return None, frozenset(key for arc in reading.edits for key in arc.keys)
    session, actions = chart.ground.session, reading.actions
    returns = {track.name for track in session.tracks if track.kind is TrackKind.RETURN}
    sends = any(isinstance(action, SetSend) for action in actions)
    if not any(token.text in _RETURN for token in chart.tokens) and any(
        isinstance(action, SetSend | SetVolume) and sends and action.track in returns for action in actions
    ):
        return None  # "to the reverb -12, to the delay -18" sends no delay, and moves no fader of it
    said, unseen = set[str](), set[str]()
    try:
        for action in resolve_labels(session, actions):
            before, session = session, apply(session, action)
            key = str(action_json(action))
            if session == before and key not in said:
                unseen.add(key)
            said.add(key)
    except OrbitError:
        return None
    return session, frozenset(unseen)


def _merged(can_be: Sequence[tuple[Reading, _Led]]) -> list[Reading]:
    """The readings, the likeliest first; for those that lead to the same the likeliest stands."""
    found: list[tuple[Reading, _Led]] = []
    for reading, led in can_be:
        at = next((at for at, (_, other) in enumerate(found) if other == led), None)
        if at is None:
            found.append((reading, led))
            continue
        held = found[at][0]
        found[at] = replace(held, probability=held.probability + reading.probability), led
    return sorted((each for each, _ in found), key=lambda each: -each.probability)
