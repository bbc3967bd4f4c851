"""The blend of evidence, what moves it, and what is decided by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbit.memory import Abstain, Ask, Hit, Match, Outcomes
from orbit.memory.retrieval import LIMITS, SWING, WITH_MEANING, WORDS_ONLY, Document, Retriever, decide
from orbit.memory.retrieval.weighing import Signs, Weights, chance


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
    assert hit.why == "it mentions verb and it means something similar"
    (hit,) = Retriever(THREE).search("put the verb on the lead, out of the way", 1)
    assert hit.why.startswith("it mentions")
    (hit,) = Retriever(THREE).search("pizza", 1)
    assert hit.why == "it has little in common with the request"


def test_all_that_was_weighed_adds_up_to_the_score() -> None:
    weighed = Retriever(THREE).weigh("duck the bass with some pizza", meaning={"duck": 0.5})
    assert weighed is not None
    best = weighed.considered(weighed.order[0])
    assert best.hit.id == "duck"
    assert sum(best.evidence.values()) == pytest.approx(best.hit.score, abs=2e-4)
    assert set(best.evidence) == {"meaning", "words", "phrases", "coverage"}
    assert (best.speaks_of, best.says_nothing_of) == (("duck", "bass"), ("pizza",))


def test_meaning_decides_where_words_are_silent() -> None:
    hits = Retriever(THREE).search("shimmering cathedral of glass", 1, meaning={"loud": 0.1, "space": 0.6})
    assert hits[0].id == "space"


def test_meaning_is_asked_for_the_candidates_and_may_add_others() -> None:
    asked: list[list[str]] = []

    def cosines(ids: Sequence[str]) -> dict[str, float]:
        asked.append(sorted(ids))
        return {"duck": 0.1, "gone": 0.9}

    assert {hit.id for hit in Retriever(THREE).search("verb", 9, meaning=cosines)} == {
        "duck",
        "loud",
        "space",
    }
    assert asked == [["duck", "loud", "space"]]


def test_an_empty_library_finds_nothing() -> None:
    assert Retriever([]).search("duck the bass") == []
    assert decide([]) == Abstain(None)


texts = st.text() | st.lists(
    st.sampled_from(["duck", "verb", "bass", "the", "louder", "kick", "pizza", "12", "dB"])
).map(" ".join)


@given(texts, st.none() | st.dictionaries(st.sampled_from(["duck", "space", "loud"]), st.floats(-1, 1)))
def test_scores_and_chances_stay_between_0_and_1_and_scores_fall(
    text: str, meaning: dict[str, float] | None
) -> None:
    hits = Retriever(THREE).search(text, 9, meaning=meaning)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= hit.score <= 1 and 0 <= hit.confidence <= 1 for hit in hits)
    assert len({hit.id for hit in hits}) == len(hits) in {0, 3}
    assert isinstance(decide(hits), Match | Ask | Abstain)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_history_sways_a_score_but_a_little(verified: int, failed: int, undone: int) -> None:
    retriever = Retriever(THREE)
    plain = {hit.id: hit.score for hit in retriever.search("duck the bass")}
    outcomes = {"duck": Outcomes(verified=verified, failed=failed, undone=undone)}
    swayed = {hit.id: hit.score for hit in retriever.search("duck the bass", outcomes=outcomes)}
    assert abs(swayed.pop("duck") - plain.pop("duck")) <= SWING + 0.001
    assert swayed == plain


def test_good_runs_lift_bad_ones_lower_and_what_was_mended_lowers_less() -> None:
    retriever = Retriever(THREE)

    def score(verified: int = 0, failed: int = 0, undone: int = 0, mended: int = 0) -> float:
        past = Outcomes(verified=verified, failed=failed, undone=undone, mended=mended)
        return retriever.search("duck the bass", 1, outcomes={"duck": past})[0].score

    assert score(verified=20) > score(verified=3) > score(failed=1) > score(failed=9)
    assert score(verified=9, undone=9) < score(verified=9)
    assert score(verified=9) > score(verified=9, failed=4, mended=4) > score(verified=9, failed=4)


@pytest.mark.parametrize("weights", [WITH_MEANING, WORDS_ONLY])
def test_the_weights_make_a_score_from_0_to_1(weights: Weights) -> None:
    kinds = [field.name for field in fields(weights) if field.name != "chance"]
    assert sum(getattr(weights, kind) for kind in kinds) == pytest.approx(1, abs=0.002)


def test_what_speaks_for_a_hit_raises_its_chance_and_a_question_lowers_it() -> None:
    plain = Signs(score=0.5, lead=0.1, evidence=2.0, question=False)
    higher = [
        Signs(score=0.6, lead=0.1, evidence=2.0, question=False),
        Signs(score=0.5, lead=0.2, evidence=2.0, question=False),
        Signs(score=0.5, lead=0.1, evidence=3.0, question=False),
    ]
    for weights in (WITH_MEANING, WORDS_ONLY):
        assert all(chance(signs, weights) > chance(plain, weights) for signs in higher)
        assert chance(Signs(0.5, 0.1, 2.0, question=True), weights) < chance(plain, weights)


def hits(*given: tuple[float, float]) -> list[Hit]:
    return [Hit(f"w{at}", f"W{at}", score, "", confidence=sure) for at, (score, sure) in enumerate(given)]


def test_a_sure_hit_matches_a_likely_one_asks_and_a_doubtful_one_abstains() -> None:
    sure, likely, doubtful = LIMITS.accept, LIMITS.consider, LIMITS.consider - 0.01
    assert decide(hits((0.8, sure), (0.5, 0.0))) == Match(hits((0.8, sure))[0])
    level = hits((0.8, sure), (0.8 - LIMITS.level / 2, 0.1))
    assert decide(level) == Ask(tuple(level))
    close = hits((0.8, likely), (0.79, 0.1), (0.2, 0.0))
    assert decide(close) == Ask(tuple(close[:2]))
    assert decide(hits((0.8, doubtful), (0.7, 0.0))) == Abstain(hits((0.8, doubtful))[0])
    assert len(getattr(decide(hits(*[(0.9, likely)] * 9)), "hits", ())) == 4


def test_the_sessions_own_names_do_not_count_against_a_workflow() -> None:
    retriever = Retriever(THREE)
    strange = retriever.search("duck the Zorblax", 1)[0]
    own = retriever.search("duck the Zorblax", 1, names=["Zorblax"])[0]
    assert strange.id == own.id == "duck"
    assert own.score > strange.score
