"""An embedder behind an OpenAI-compatible ``/embeddings`` address: OpenAI, Ollama, LM Studio and the like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HostedEmbedder"]

_BATCH = 64
_ADVICE = {401: "Check embedder_key.", 403: "Check embedder_key.", 404: "Check embedder_url and _model."}


class HostedEmbedder:
    """Embeds by asking a service. Raises ModelError, with what to do, when it cannot.

    ``base_url`` is the part before ``/embeddings``; ``timeout`` is in seconds for each request.
    """

    def __init__(self, base_url: str, model: str, key: str | None = None, *, timeout: float = 10.0) -> None:
        self._url, self._model, self._key, self._timeout = base_url.rstrip("/"), model, key, timeout

    @property
    def fingerprint(self) -> str:
        """Name the service and the model; the same model's name may mean other weights elsewhere."""
        return f"hosted-{self._model}-{sha256(self._url.encode()).hexdigest()[:12]}"

    @property
    def dimension(self) -> int:
        """Give the length of the model's vectors, which only the service knows."""
        return self._dimension

    @cached_property
    def _dimension(self) -> int:
        return self.embed(["tempo"]).shape[1]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give one row a text, each of length one."""
        import numpy as np

        if not texts:
            return np.empty((0, 0), dtype=np.float32)
        parts = [self._ask(list(texts[at : at + _BATCH])) for at in range(0, len(texts), _BATCH)]
        rows = np.array([row for part in parts for row in part], dtype=np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(rows).all() or not lengths.all():
            raise ModelError(f"The embeddings service at {self._url} gave unusable vectors.")
        return (rows / lengths).astype(np.float32, copy=False)

    def _ask(self, texts: list[str]) -> list[list[float]]:
        import httpx

        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        try:
            answer = httpx.post(f"{self._url}/embeddings", json=body, headers=headers, timeout=self._timeout)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ModelError(
                f"The embeddings service at {self._url} does not answer ({error or type(error).__name__}). "
                "Is it running, and is embedder_url right? Orbit searches by words until it does."
            ) from error
        if answer.status_code >= 400:
            raise ModelError(self._refusal(answer.status_code, answer.text))
        try:
            return _rows(answer.json(), len(texts))
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(
                f"What {self._url}/embeddings answered is not what an embeddings service answers: {error}."
            ) from error

    def _refusal(self, status: int, text: str) -> str:
        hints = {
            401: "Check embedder_key.",
            403: "Check embedder_key.",
            404: "Check embedder_url and embedder_model.",
        }
        said = " ".join(text.split())[:200]
        advice = hints.get(status, "Try again later.")
        return f"The embeddings service at {self._url} refused (HTTP {status}). {advice} It said: {said}"


def _rows(answer: Any, count: int) -> list[list[float]]:
    by_place = {
        int(entry["index"]): [float(number) for number in entry["embedding"]] for entry in answer["data"]
    }
    if sorted(by_place) != list(range(count)):
        raise ValueError(f"{len(by_place)} vectors for {count} texts")
    if len({len(row) for row in by_place.values()}) != 1:
        raise ValueError("vectors of different lengths")
    return [by_place[at] for at in range(count)]
