"""The embedders: MiniLM against plain arithmetic, its cache, and a hosted one over real HTTP."""

from __future__ import annotations

import json
import logging
import math
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer

from daw_bridges.errors import ModelError, UsageError
from orbit.memory.embedding import choose_embedder
from orbit.memory.embedding.bert import BertShape, write_graph
from orbit.memory.embedding.hosted import HostedEmbedder
from orbit.memory.embedding.minilm import MiniLM, find_minilm
from orbit.memory.embedding.safetensors import read_safetensors

TEXTS = [
    "make the bass duck under the kick",
    "Sidechain compression: dip one track whenever another plays",
    "order a pizza",
    "x",
]


def _norm(values: NDArray[Any], weights: dict[str, NDArray[Any]], name: str) -> NDArray[Any]:
    centred = values - values.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
    return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def plain_forward_pass(weights: dict[str, NDArray[Any]], ids: list[int]) -> NDArray[Any]:
    """Run MiniLM on one text, step by step as the paper has it."""

    def linear(values: NDArray[Any], name: str) -> NDArray[Any]:
        return values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    hidden = weights["embeddings.word_embeddings.weight"][ids]
    hidden = hidden + weights["embeddings.position_embeddings.weight"][: len(ids)]
    hidden = _norm(
        hidden + weights["embeddings.token_type_embeddings.weight"][0], weights, "embeddings.LayerNorm"
    )
    erf = np.vectorize(math.erf)
    for layer in range(6):
        name = f"encoder.layer.{layer}"
        parts = [linear(hidden, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
        query, key, value = (part.reshape(len(ids), 12, 32).transpose(1, 0, 2) for part in parts)
        scores = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(32))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ value
        attended = linear(mixed.transpose(1, 0, 2).reshape(len(ids), 384), f"{name}.attention.output.dense")
        hidden = _norm(hidden + attended, weights, f"{name}.attention.output.LayerNorm")
        wide = linear(hidden, f"{name}.intermediate.dense")
        wide = wide * 0.5 * (1 + erf(wide / math.sqrt(2)))
        hidden = _norm(hidden + linear(wide, f"{name}.output.dense"), weights, f"{name}.output.LayerNorm")
    mean = hidden.mean(0)
    return mean / np.linalg.norm(mean)


@pytest.fixture(scope="module")
def model() -> Path:
    folder = find_minilm()
    assert folder is not None
    return folder


@pytest.fixture(scope="module")
def tokens(model: Path) -> list[list[int]]:
    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.no_padding()
    return [tokenizer.encode(text).ids for text in TEXTS]


@pytest.fixture(scope="module")
def exact(model: Path, tokens: list[list[int]]) -> NDArray[Any]:
    weights = read_safetensors(model / "model.safetensors")
    return np.array([plain_forward_pass(weights, ids) for ids in tokens])


def test_the_graph_computes_what_plain_arithmetic_does(
    model: Path, tokens: list[list[int]], exact: NDArray[Any], tmp_path: Path
) -> None:
    import onnxruntime

    write_graph(read_safetensors(model / "model.safetensors"), BertShape(), tmp_path / "full.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "full.onnx"), providers=["CPUExecutionProvider"])
    longest = max(len(ids) for ids in tokens)
    inputs = {
        "input_ids": np.array([ids + [0] * (longest - len(ids)) for ids in tokens]),
        "attention_mask": np.array([[1] * len(ids) + [0] * (longest - len(ids)) for ids in tokens]),
    }
    np.testing.assert_allclose(np.asarray(session.run(None, inputs)[0]), exact, atol=2e-6)


def test_eight_bits_keep_the_meaning(minilm: MiniLM, exact: NDArray[Any]) -> None:
    assert (exact * minilm.embed(TEXTS)).sum(1).min() > 0.97


def test_a_text_has_one_vector_whatever_it_is_embedded_with(minilm: MiniLM) -> None:
    together = minilm.embed([*TEXTS, "a longer text that all others are padded to " * 5] * 20)
    np.testing.assert_array_equal(together[:4], minilm.embed(TEXTS))
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert together.dtype == np.float32
    assert together.shape == (100, minilm.dimension)


def test_long_and_empty_texts_are_embedded_too(minilm: MiniLM) -> None:
    rows = minilm.embed(["word " * 5000, ""])
    assert np.isfinite(rows).all()
    assert minilm.embed([]).shape == (0, 384)


def test_meaning_puts_a_paraphrase_before_a_pizza(minilm: MiniLM) -> None:
    duck, paraphrase, pizza, _ = minilm.embed(TEXTS)
    assert duck @ paraphrase > duck @ pizza + 0.05


def test_a_cache_cut_short_is_made_again(
    minilm: MiniLM, model: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    expected = minilm.embed(TEXTS)
    (shared,) = minilm._cache.glob("*.onnx")
    graph = Path(shutil.copy(shared, tmp_path))
    whole = graph.read_bytes()
    graph.write_bytes(whole[: len(whole) // 2])
    with caplog.at_level(logging.WARNING):
        again = MiniLM(model, tmp_path)
        np.testing.assert_array_equal(again.embed(TEXTS), expected)
    assert graph.read_bytes() == whole
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []
    assert caplog.records == []


def test_other_weights_have_another_fingerprint(minilm: MiniLM, model: Path, tmp_path: Path) -> None:
    copy = tmp_path / "model"
    copy.mkdir()
    (copy / "model.safetensors").write_bytes((model / "model.safetensors").read_bytes()[:-4] + b"\0\0\0\1")
    assert MiniLM(copy, tmp_path / "cache").fingerprint != minilm.fingerprint


@pytest.mark.parametrize("content", [b"", b"\xff" * 64, b"\x02\0\0\0\0\0\0\0{}", b"\x04\0\0\0\0\0\0\0null"])
def test_damaged_weights_are_an_error_that_says_what_to_do(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.safetensors").write_bytes(content)
    with pytest.raises(ModelError, match=r"Install its package again|could not be prepared"):
        MiniLM(tmp_path, tmp_path / "cache")._session  # noqa: B018


def test_a_cache_that_cannot_be_written_is_named(model: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    with pytest.raises(ModelError, match="Check the free space there"):
        MiniLM(model, tmp_path / "cache").embed(["x"])


# -- hosted --------------------------------------------------------------------------------------------


class Service(ThreadingHTTPServer):
    """A small embeddings service: a text's vector is (its length, 1); answers can be replaced."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[dict[str, Any]] = []
        self.answer: tuple[int, Any] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        service = self.server
        assert isinstance(service, Service)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service.requests.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        vectors = [{"index": at, "embedding": [len(text), 1.0]} for at, text in enumerate(body["input"])]
        status, answer = service.answer or (200, {"data": vectors[::-1]})
        payload = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as service:
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        yield service
        service.shutdown()
        thread.join()


def test_a_hosted_embedder_asks_as_openai_is_asked(service: Service) -> None:
    embedder = HostedEmbedder(service.url + "/", "small", "secret")
    rows = embedder.embed(["a", "abc"])
    np.testing.assert_allclose(rows, [[2**-0.5, 2**-0.5], [3 / 10**0.5, 1 / 10**0.5]], rtol=1e-6)
    (request,) = service.requests
    assert request["path"] == "/v1/embeddings"
    assert request["key"] == "Bearer secret"
    assert (request["model"], request["input"]) == ("small", ["a", "abc"])
    assert embedder.dimension == 2
    assert "secret" not in embedder.fingerprint


def test_many_texts_go_in_batches_and_come_back_in_order(service: Service) -> None:
    texts = ["x" * (at + 1) for at in range(150)]
    rows = HostedEmbedder(service.url, "small").embed(texts)
    assert len(service.requests) == 3
    np.testing.assert_allclose(rows[:, 0] / rows[:, 1], np.arange(1, 151), rtol=1e-5)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((401, {"error": "bad key"}), "HTTP 401.*Check embedder_key.*bad key"),
        ((404, b"no such model"), "HTTP 404.*embedder_url and embedder_model"),
        ((500, b""), "HTTP 500.*Try again later"),
        ((200, b"<html>"), "not what an embeddings service answers"),
        ((200, {"data": []}), "0 vectors for 1 texts"),
        ((200, {"data": [{"index": 0, "embedding": [0.0, 0.0]}]}), "unusable vectors"),
        ((200, {"data": [{"index": 0, "embedding": ["a"]}]}), "not what an embeddings service answers"),
    ],
)
def test_what_a_service_does_wrong_is_said(service: Service, answer: tuple[int, Any], words: str) -> None:
    service.answer = answer
    with pytest.raises(ModelError, match=words):
        HostedEmbedder(service.url, "small").embed(["a"])


def test_nobody_there_is_a_model_error(service: Service) -> None:
    url = service.url
    service.server_close()
    with pytest.raises(ModelError, match="does not answer"):
        HostedEmbedder(url, "small", timeout=0.5).embed(["a"])


def test_the_embedder_is_the_one_asked_for(tmp_path: Path) -> None:
    assert choose_embedder("words", cache=tmp_path) is None
    assert isinstance(choose_embedder("auto", cache=tmp_path), MiniLM)
    hosted = choose_embedder("hosted", cache=tmp_path, url="http://127.0.0.1:1", model="m")
    assert isinstance(hosted, HostedEmbedder)
    with pytest.raises(UsageError, match="embedder_url"):
        choose_embedder("hosted", cache=tmp_path)
    with pytest.raises(UsageError, match="auto, words, minilm, hosted"):
        choose_embedder("magic", cache=tmp_path)
