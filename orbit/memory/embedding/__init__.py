"""Embedders: what turns a text into a vector of its meaning."""

from __future__ import annotations

from orbit.memory.embedding.protocol import Embedder

__all__ = ["Embedder"]
