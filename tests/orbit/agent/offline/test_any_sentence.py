"""Whatever is said, reading it ends in edits, a problem, an answer or nothing; never in an error."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.actions import action_json, parse_action
from daw_bridges.session import Session
from orbit.agent.offline.understanding import Edits, Problem, understand
from orbit.agent.offline.understanding.rules.every import ALL_RULES

_LITERALS = {
    word
    for rule in ALL_RULES
    for pattern in rule.patterns
    for word in re.findall(r"[a-z]+", re.sub(r"\{.*?\}", " ", pattern))
}
_SAID = (
    "kick",
    "the bass",
    "lead vox",
    "track 3",
    "drums",
    "everything",
    "it",
    "reverb",
    "a-reverb",
    "compressor",
    "bassline",
    "-6 dB",
    "128",
    "50%",
    "30 left",
    "bar 9",
    "4:1",
    "1/8",
    "3/4",
    "minus six",
    "and",
    "then",
    ",",
    "two",
    "#4",
    '"New Name"',
)
_sentences = st.lists(st.sampled_from([*sorted(_LITERALS), *_SAID * 4]), min_size=1, max_size=9).map(" ".join)


@given(st.one_of(_sentences, st.text(max_size=60)))
def test_reading_never_fails_and_only_makes_real_edits(practice: Session, sentence: str) -> None:
    understood = understand(sentence, practice)
    if isinstance(understood, Edits):
        assert understood.actions
        assert [parse_action(action_json(action)) for action in understood.actions] == [*understood.actions]
    if isinstance(understood, Problem):
        assert understood.message
