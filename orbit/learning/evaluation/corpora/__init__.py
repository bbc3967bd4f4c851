"""Corpora: sessions of made-up producers whose workflows are known, as trajectories of the contract."""

from __future__ import annotations

from types import MappingProxyType

from orbit.learning.evaluation.corpora.corpus import Corpus, planted_corpus, realistic_corpus
from orbit.learning.evaluation.corpora.noise import LEVELS, Noise
from orbit.learning.evaluation.corpora.planted import Part, Planted, PlantedStep, Value

__all__ = [
    "CORPORA",
    "LEVELS",
    "Corpus",
    "Noise",
    "Part",
    "Planted",
    "PlantedStep",
    "Value",
    "planted_corpus",
    "realistic_corpus",
]

CORPORA = MappingProxyType({"planted": planted_corpus, "realistic": realistic_corpus})
"""The corpora by name; each is drawn from a seed, a noise and a number of sessions."""
