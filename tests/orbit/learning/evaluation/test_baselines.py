"""The baselines find what they can find, so that being ahead of them means something."""

from __future__ import annotations

import pytest

from orbit.learning.evaluation.baselines import BASELINES
from orbit.learning.evaluation.corpora import Noise, planted_corpus
from orbit.learning.evaluation.found import found_in_pattern
from orbit.learning.evaluation.methods import METHODS, cleaned
from orbit.learning.evaluation.scores.matching import matched
from orbit.learning.evaluation.trial import Setting, try_method
from orbit.learning.pattern import Pattern

PLAIN = Noise(drags=0.0)


@pytest.mark.parametrize("name", ["flat n-grams", "flat Re-Pair"])
def test_without_noise_what_is_flat_finds_everything(name: str) -> None:
    assert try_method(name, Setting("planted", "clean", 120, 104)).recall >= 0.9


def test_whole_sessions_are_kept_once_each_whatever_their_values() -> None:
    demonstrations = cleaned(planted_corpus(104, PLAIN, 4).text())
    found = METHODS["AWM rule"]([*demonstrations, *demonstrations])
    assert len(found) == 4
    assert {len(each.steps) for each in found} == {len(each.events) for each in demonstrations}


@pytest.mark.parametrize("name", BASELINES)
def test_every_sighting_is_one(name: str) -> None:
    demonstrations = cleaned(planted_corpus(105, PLAIN, 60).text())
    for pattern in BASELINES[name](demonstrations):
        for one in pattern.occurrences:
            found = found_in_pattern(Pattern(pattern.does, (one,), 0.0), demonstrations)
            assert found is not None
            assert found.does == pattern.does


@pytest.mark.parametrize("name", METHODS)
def test_nothing_is_found_in_nothing(name: str) -> None:
    assert METHODS[name]([]) == []


def test_luck_finds_little() -> None:
    corpus = planted_corpus(106, PLAIN, 100)
    found = METHODS["chance"](cleaned(corpus.text()))
    planted = [workflow.does for workflow in corpus.planted]
    assert matched([each.does for each in found], planted).f1 < 0.5
