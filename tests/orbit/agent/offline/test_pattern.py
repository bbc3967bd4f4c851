"""The language of rules: what a pattern accounts for, and that every rule of the house is well made."""

from __future__ import annotations

import re

import pytest

from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.pattern import Clause, Found, match
from orbit.agent.offline.understanding.rules.every import ALL_RULES
from orbit.agent.offline.understanding.tokens import tokenize


def found(pattern: str, sentence: str, session: Session) -> list[Found]:
    return list(match(pattern, Clause(Ground(session, sentence), tokenize(sentence), KINDS)))


@pytest.mark.parametrize(
    ("pattern", "sentence", "values"),
    [
        ("mute {tracks}", "mute the kick", {"tracks": ("Kick",)}),
        ("mute {tracks}", "please mute my kick and snare", {"tracks": ("Kick", "Snare")}),
        ("turn {tracks} {way:up} {db:amount}", "turn keys up 2", {"tracks": ("Keys",), "way": 1, "db": 2.0}),
        ("call {track} [track] {name}", "call the pad Warm-Up", {"track": ("Pad",), "name": "Warm-Up"}),
        ("(play|start) [from {bar}]", "play", {}),
        ("[just] (mute {tracks}|play) [right now]", "mute the kick right now, please", {"tracks": ("Kick",)}),
        ("name {track} (to|as) {name}", "name the pad as verse A", {"track": ("Pad",), "name": "verse A"}),
    ],
)  # fmt: skip
def test_a_pattern_takes_what_it_says(
    practice: Session, pattern: str, sentence: str, values: dict[str, object]
) -> None:
    assert found(pattern, sentence, practice)[0].values == values


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("mute {tracks}", "mute"),
        ("mute {tracks}", "mute the kick loudly"),
        ("mute {tracks}", "do not mute the kick"),
        ("(play|start)", "play the kick"),
        ("mute {tracks}", "mute the theremin"),
    ],
)
def test_a_pattern_accounts_for_the_whole_clause_or_not_at_all(
    practice: Session, pattern: str, sentence: str
) -> None:
    assert found(pattern, sentence, practice) == []


@pytest.mark.parametrize("broken", ["mute {tracks", "(mute|kill", "mute]", "[mute"])
def test_a_pattern_with_a_bracket_too_many_or_too_few_is_an_error(practice: Session, broken: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        found(broken, "mute", practice)


def test_every_rule_is_written_in_the_language(practice: Session) -> None:
    for rule in ALL_RULES:
        for pattern in rule.patterns:
            captures = re.findall(r"\{([a-z_:]+)\}", pattern)
            assert {capture.partition(":")[2] or capture for capture in captures} <= set(KINDS)
            assert not found(pattern, "an empty room", practice)


def test_no_wording_is_written_twice() -> None:
    wordings = [(rule.build, pattern) for rule in ALL_RULES for pattern in rule.patterns]
    assert len(wordings) == len(set(wordings))
