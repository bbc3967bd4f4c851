"""The grammar as an automaton: what can be said in it, and how likely."""

from __future__ import annotations

from itertools import pairwise
from math import exp, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import UsageError
from daw_bridges.session import Clip, Session, Track, TrackKind
from orbit.voice import Vocabulary
from orbit.voice.grammar import Automaton, read, shape
from orbit.voice.request_grammar import grammar_of
from orbit.voice.sound_match import SoundIndex, repaired
from orbit.workflows import load_folder
from workflows_seed import FOLDER


def automaton(text: str, **classes: tuple[str, ...]) -> Automaton:
    return shape(read(text), "all").filled(classes)


def track(name: str, kind: TrackKind = TrackKind.AUDIO, clips: tuple[str, ...] = ()) -> Track:
    made = (Clip(slot=at + 1, name=clip, length_beats=4.0) for at, clip in enumerate(clips))
    return Track(name=name, kind=kind, clips=tuple(made))


SESSION = Session(
    daw="ableton",
    tracks=(
        track("1-Kick"),
        track("Lead Synth #2", clips=("Main Hook",)),
        track("Vox Dbl L/R"),
        track("TR-808"),
        track("低音"),
        track("A-Reverb", TrackKind.RETURN),
    ),
    scenes=("Drop",),
)


def says(sentence: str, vocabulary: Vocabulary | None = None) -> str | None:
    """How a sentence is written whose names are joined with “_”; None where it cannot be said."""
    grammar = grammar_of(vocabulary or Vocabulary.of(SESSION))
    words = sentence.split()
    return grammar.written(words) if grammar.automaton.accepts(words) else None


def test_alternatives_options_and_rules() -> None:
    found = automaton("<all> = (mute | solo) <what> [now]; <what> = kick | snare;")
    assert found.accepts(["solo", "snare", "now"])
    assert found.accepts(["mute", "kick"])
    assert not found.accepts(["mute"])
    assert not found.accepts(["mute", "kick", "now", "now"])


def test_a_rule_may_end_in_itself() -> None:
    found = automaton("<all> = stop | stop and <all>;")
    assert found.accepts(["stop", "and", "stop", "and", "stop"])
    assert not found.accepts(["stop", "and"])


def test_a_class_without_members_cannot_be_said() -> None:
    text = "<all> = mute <name> | stop;"
    assert automaton(text, name=("kick", "lead_synth")).accepts(["mute", "lead_synth"])
    assert not automaton(text).accepts(["mute", "kick"])
    assert automaton(text).accepts(["stop"])


def test_weights_are_how_likely_it_is_said() -> None:
    found = automaton("<all> = /3/ play | /1/ stop [now];")
    assert exp(found.likelihood(["play"])) == pytest.approx(0.75)
    assert exp(found.likelihood(["stop", "now"])) == pytest.approx(0.125)
    assert found.likelihood(["now"]) == -inf


def test_a_broken_grammar_says_where() -> None:
    with pytest.raises(UsageError, match="<all>"):
        read("<all> mute;")
    with pytest.raises(UsageError, match="belongs"):
        read("<all> = mute )")


WORDS = st.sampled_from(["a", "b", "c"])
PARTS = st.recursive(
    WORDS,
    lambda part: st.one_of(
        st.lists(part, min_size=1, max_size=3).map(lambda parts: f"({' | '.join(parts)})"),
        st.lists(part, min_size=1, max_size=3).map(" ".join),
        part.map(lambda inner: f"[{inner}]"),
    ),
    max_leaves=6,
)


@given(PARTS, st.lists(WORDS, max_size=4))
def test_shares_of_all_that_can_be_said_are_shares_of_one(text: str, said: list[str]) -> None:
    found = automaton(f"<all> = {text};")
    assert found.likelihood(said) <= 1e-9
    leaving = {start: sum(arc.share for arc in found.arcs if arc.start == start) for start, *_ in found.arcs}
    for state, share in leaving.items():
        # States that go on about as likely are made one, so that their shares are nearly those of each.
        assert share + found.ends.get(state, 0.0) == pytest.approx(1.0, abs=0.35)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("set the kick to minus four db", "set the 1-Kick to -4 db"),
        ("mute the lead_synth_number_two", "mute the Lead Synth #2"),
        ("solo vox_double_l_r", "solo Vox Dbl L/R"),
        ("pan the t_r_eight_oh_eight hard left", "pan the TR-808 hard left"),
        ("mute track five", "mute track 5"),
        ("launch the drop scene", "launch the Drop scene"),
        ("launch the main_hook", "launch the Main Hook"),
        ("tempo one oh four", "tempo 104"),
        ("set the tempo to one twenty eight", "set the tempo to 128"),
        ("turn the kick down by two and a half db", "turn the 1-Kick down by 2.5 db"),
        ("loop bars nine to seventeen", "loop bars 9 to 17"),
        ("set the ratio on the kick to four to one", "set the ratio on the 1-Kick to 4:1"),
        ("set the time signature to six eight", "set the time signature to 6/8"),
        ("turn the kick up by point five db", "turn the 1-Kick up by 0.5 db"),
        ("mute the kick and solo the lead_synth_number_two", "mute the 1-Kick and solo the Lead Synth #2"),
    ],
)
def test_what_is_said_of_the_open_session(said: str, written: str) -> None:
    assert says(said) == written


def test_what_is_not_in_the_session_cannot_be_said() -> None:
    assert says("mute the snare") is None
    assert says("launch the intro") is None


def test_ways_of_asking_for_a_workflow_can_be_said() -> None:
    library = load_folder(FOLDER)
    vocabulary = Vocabulary.of(SESSION, library)
    assert says("create a slow evolving pad", vocabulary) == "create a slow evolving pad"
    request = "collapse the lows of the kick to mono"
    assert says(request, vocabulary) == "collapse the lows of the 1-Kick to mono"
    assert says("give me a lush pad", vocabulary) is None, "which chords is a part of it"


def test_in_a_large_session_the_second_pass_hears_names_amid_a_way_of_asking() -> None:
    session = SESSION.model_copy(
        update={"tracks": (*SESSION.tracks, *(track(f"Bus {at}") for at in range(50)))}
    )
    vocabulary = Vocabulary.of(session, load_folder(FOLDER))
    request = "collapse the lows of the kick to mono"
    assert says(request, vocabulary) is None
    grammar = grammar_of(vocabulary)
    indexes = SoundIndex(grammar.names), SoundIndex(grammar.words.difference(grammar.names))
    assert repaired(request.split(), grammar, *indexes)[0].words == tuple(request.split())


def test_only_an_answer_where_consent_was_asked() -> None:
    vocabulary = Vocabulary.of(SESSION).for_consent()
    assert says("yes do it", vocabulary) == "yes do it"
    assert says("never mind", vocabulary) == "never mind"
    assert says("yesterday", vocabulary) is None


def test_an_option_of_a_question_can_be_said() -> None:
    vocabulary = Vocabulary.of(SESSION).for_question(["Rhodes Suitcase"])
    assert says("rhodes_suitcase", vocabulary) == "Rhodes Suitcase"
    assert says("rhodes_suitcase") is None


def test_two_names_that_are_said_alike_are_written_as_they_are_said() -> None:
    vocabulary = Vocabulary.of(Session(daw="ableton", tracks=(track("1-Kick"), track("2-Kick"))))
    assert says("mute the kick", vocabulary) == "mute the kick"


@pytest.mark.parametrize(
    "other",
    [
        "we went to the coast for two weeks",
        "the horse kicked my brother hard",
        "did you bring sandwiches from the shop",
    ],
)
def test_other_talk_is_worded_otherwise(other: str) -> None:
    grammar = grammar_of(Vocabulary.of(SESSION, load_folder(FOLDER)))

    def cost(text: str) -> float:
        words = ["", *text.split(), ""]
        return sum(grammar.cost(*pair) for pair in pairwise(words)) / len(words)

    asked = "please make the kick a little louder", "can you bring the kick up"
    assert max(map(cost, asked)) < cost(other)
