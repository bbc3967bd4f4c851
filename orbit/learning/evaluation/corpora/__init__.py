"""Corpora: sessions of made-up producers whose workflows are known, as trajectories of the contract."""

from __future__ import annotations

from orbit.learning.evaluation.corpora.corpus import Corpus, planted_corpus
from orbit.learning.evaluation.corpora.noise import LEVELS, Noise
from orbit.learning.evaluation.corpora.planted import Part, Planted, PlantedStep, Value

__all__ = ["LEVELS", "Corpus", "Noise", "Part", "Planted", "PlantedStep", "Value", "planted_corpus"]
