"""Embedders: what turns a text into a vector of its meaning, so that paraphrases lie near each other.

Three rungs: words alone (no embedder at all), MiniLM on this machine, or a hosted service by setting.
"""

from __future__ import annotations

from orbit.memory.embedding.choice import CHOICES, choose_embedder
from orbit.memory.embedding.protocol import Embedder

__all__ = ["CHOICES", "Embedder", "choose_embedder"]
