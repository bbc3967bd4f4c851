"""Does a sentence find the workflow it means? Floors under what `benchmarks/retrieval.py` prints."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.retrieval import SEEDS, evaluate, sentences
from orbit.memory import Abstain, Ask, Hit, Library, Match, Outcomes, Store
from orbit.memory.embedding.minilm import MiniLM
from orbit.memory.retrieval import WITH_MEANING, WORDS_ONLY, Document, Retriever, decide
from orbit.workflows import load_workflow

TEN = (
    "sidechain-compression",
    "mixing-template",
    "vocal-chain",
    "reverb-send",
    "drum-bus",
    "mastering-chain",
    "instrument-track",
    "duplicate-clip-to-bar",
    "mixer-reset",
    "session-template",
)


@pytest.fixture(scope="module", params=["minilm", "words"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    embedder: MiniLM | None = request.getfixturevalue("minilm") if request.param == "minilm" else None
    library = Library(Store(tmp_path_factory.mktemp(request.param) / "memory.db"), embedder=embedder)
    library.sync(load_workflow(SEEDS / f"{name}.yaml") for name in TEN)
    yield library
    library.close()


FLOORS = {
    # R@1, R@3, taken rightly, and the most that may be taken wrongly; by chance, R@1 is .1 and R@3 is .3
    "minilm": (0.85, 0.93, 0.75, 0.05),
    "words": (0.8, 0.93, 0.6, 0.07),
}


def test_the_sentences_are_as_many_as_they_should_be() -> None:
    everything = [sentence for part in ("tuning", "held_out") for sentence in sentences(part)]
    assert {sentence.wanted for sentence in everything} == {None, *TEN}
    assert sum(sentence.wanted is not None for sentence in everything) >= 60
    assert sum(sentence.wanted is None for sentence in everything) >= 25
    assert len({sentence.text for sentence in everything}) == len(everything)
    assert 0.3 < len(sentences("held_out")) / len(everything) < 0.4


@pytest.mark.parametrize("part", ["tuning", "held_out"])
def test_a_sentence_finds_the_workflow_it_means(
    library: Library, request: pytest.FixtureRequest, part: str
) -> None:
    first, in_three, right, wrong = FLOORS[request.node.callspec.params["library"]]
    found = evaluate(library, sentences(part))
    assert found.at(1) >= first
    assert found.at(3) >= in_three
    assert found.matched_right >= right
    assert found.matched_wrong <= wrong
    assert found.accepted_falsely <= 0.05


@pytest.mark.parametrize("name", TEN)
def test_a_workflows_own_phrases_find_it(library: Library, name: str) -> None:
    phrases = library.workflow(name).phrases
    ranks = {phrase: [hit.id for hit in library.search(phrase, 2)] for phrase in phrases}
    # Slots are empty here, and a phrase can hang on the word in one; then another workflow may come before.
    assert [phrase for phrase, rank in ranks.items() if name not in rank] == []
    assert sum(rank[0] == name for rank in ranks.values()) >= 0.85 * len(ranks)


# -- the blend itself --------------------------------------------------------------------------------------


def document(name: str, *phrases: str) -> Document:
    return Document(name, name, ". ".join(phrases), phrases)


THREE = [
    document("duck", "make the bass duck under the kick", "sidechain compression"),
    document("space", "put the track in a room", "reverb send"),
    document("loud", "make the song louder", "mastering limiter"),
]


def test_equal_scores_are_ordered_by_id() -> None:
    twins = Retriever([document(name, "reverb send") for name in ("b", "c", "a")])
    assert [hit.id for hit in twins.search("reverb")] == ["a", "b", "c"]


def test_a_hit_says_what_spoke_for_it() -> None:
    (hit,) = Retriever(THREE).search("more verb", 1, meaning={"space": 0.9})
    assert hit.id == "space"
    assert hit.why == "it speaks of verb and it is near in meaning"
    (hit,) = Retriever(THREE).search("put the verb on the lead, out of the way", 1)
    assert hit.why == "it speaks of verb"
    (hit,) = Retriever(THREE).search("pizza", 1)
    assert hit.why == "it has little in common with the request"


def test_meaning_decides_where_words_are_silent() -> None:
    retriever = Retriever(THREE)
    assert (
        retriever.search("shimmering cathedral of glass", 1, meaning={"loud": 0.1, "space": 0.6})[0].id
        == "space"
    )


def test_an_empty_library_finds_nothing() -> None:
    assert Retriever([]).search("duck the bass") == []
    assert decide([], with_meaning=True) == Abstain(None)


texts = st.text() | st.lists(
    st.sampled_from(["duck", "verb", "bass", "the", "louder", "kick", "pizza", "12", "dB"])
).map(" ".join)


@given(texts, st.none() | st.dictionaries(st.sampled_from(["duck", "space", "loud"]), st.floats(-1, 1)))
def test_scores_stay_between_0_and_1_and_fall(text: str, meaning: dict[str, float] | None) -> None:
    hits = Retriever(THREE).search(text, 9, meaning=meaning)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len({hit.id for hit in hits}) == len(hits) in {0, 3}
    assert isinstance(decide(hits, with_meaning=meaning is not None), Match | Ask | Abstain)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_history_sways_a_score_but_a_little(verified: int, failed: int, undone: int) -> None:
    retriever = Retriever(THREE)
    plain = {hit.id: hit.score for hit in retriever.search("duck the bass")}
    outcomes = {"duck": Outcomes(verified=verified, failed=failed, undone=undone)}
    swayed = {hit.id: hit.score for hit in retriever.search("duck the bass", outcomes=outcomes)}
    assert abs(swayed.pop("duck") - plain.pop("duck")) <= 0.031
    assert swayed == plain


def test_good_runs_lift_and_bad_ones_lower() -> None:
    retriever = Retriever(THREE)

    def score(verified: int = 0, failed: int = 0, undone: int = 0) -> float:
        outcomes = {"duck": Outcomes(verified=verified, failed=failed, undone=undone)}
        return retriever.search("duck the bass", 1, outcomes=outcomes)[0].score

    assert score(verified=20) > score(verified=3) > score(failed=1) > score(failed=9)
    assert score(verified=9, undone=9) < score(verified=9)


@pytest.mark.parametrize("weights", [WITH_MEANING, WORDS_ONLY])
def test_the_weights_make_a_score_from_0_to_1(weights: object) -> None:
    kinds = ("meaning", "words", "phrases", "letters", "coverage")
    assert sum(getattr(weights, kind) for kind in kinds) == pytest.approx(1)


def hits(*scores: float) -> list[Hit]:
    return [Hit(f"w{at}", f"W{at}", score, "") for at, score in enumerate(scores)]


def test_a_clear_lead_matches_a_thin_one_asks_and_nothing_near_abstains() -> None:
    assert decide(hits(0.8, 0.5), with_meaning=True) == Match(hits(0.8)[0])
    assert decide(hits(0.8, 0.79, 0.2), with_meaning=True) == Ask(tuple(hits(0.8, 0.79)))
    assert decide(hits(0.1, 0.09), with_meaning=True) == Abstain(hits(0.1)[0])
    assert decide(hits(0.29, 0.1), with_meaning=True) == Ask(tuple(hits(0.29)))
    assert len(getattr(decide(hits(*[0.9] * 9), with_meaning=True), "hits", ())) == 4


def test_the_files_of_the_ten_are_shipped(tmp_path: Path) -> None:
    copy = tmp_path / "seeds"
    shutil.copytree(SEEDS, copy)
    library = Library.open(tmp_path / "data", seeds=copy, embedder="words")
    assert set(TEN) <= set(library.titles())
    library.close()
