"""MiniLM's graph, written from its weights: a BERT encoder, mean pooling over the words, length one.

The package holds weights only. The graph is BERT's as published: word, position and type embeddings; six
layers of self-attention and feed-forward with the layer norm after each; erf GELU.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BertShape", "write_graph"]

_OPSET = 17
_MOST = 64
"""The largest number that stands for a weight."""


@dataclass(frozen=True)
class BertShape:
    """What the weights do not say about the network."""

    layers: int = 6
    heads: int = 12
    epsilon: float = 1e-12


@dataclass
class _Graph:
    """Collects nodes; each method adds one operation and gives the name of its result."""

    weights: Mapping[str, NDArray[np.float32]]
    in_8_bits: bool = False
    nodes: list[Any] = field(default_factory=list[Any])
    tensors: dict[str, Any] = field(default_factory=dict[str, Any])
    quantised: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """What stands for a value in 8 bits: its numbers, their scale, the number for zero."""

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        from onnx import helper

        name = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def rows(self, name: str, which: str) -> str:
        """Take rows of a weight."""
        if not self.in_8_bits:
            return self.op("Gather", self.weight(name), which)
        numbers, scale, zero = _between(self.weights[name])
        taken = self.op("Gather", self.constant(name, numbers), which)
        own = self.constant(f"{name}_scale", scale), self.constant(f"{name}_zero", zero)
        return self.op("DequantizeLinear", taken, *own)

    def times(self, value: str, name: str) -> str:
        """Multiply a value by a weight, which is stored transposed."""
        if not self.in_8_bits:
            return self.op("MatMul", value, self.weight(name, transposed=True))
        numbers, scales = _around_zero(self.weights[name].T)
        quantised, scale, zero = self._quantised(value)
        product = self.op("MatMulInteger", quantised, self.constant(name, numbers), zero)
        both = self.op("Mul", scale, self.constant(f"{name}_scale", scales))
        return self.op("Mul", self.op("Cast", product, to=1), both)

    def _quantised(self, value: str) -> list[str]:
        from onnx import helper

        if value not in self.quantised:
            names = [f"{value}_{part}" for part in ("quantised", "scale", "zero")]
            self.nodes.append(helper.make_node("DynamicQuantizeLinear", [value], names, name=names[0]))
            self.quantised[value] = names
        return self.quantised[value]

    def weight(self, name: str, *, transposed: bool = False) -> str:
        values = self.weights[name]
        return self.constant(name, values.T.copy() if transposed else values)

    def constant(self, name: str, values: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self.tensors.setdefault(name, numpy_helper.from_array(values, name))
        return name

    def floats(self, name: str, value: float) -> str:
        import numpy as np

        return self.constant(name, np.array(value, dtype=np.float32))

    def integers(self, name: str, values: Sequence[int]) -> str:
        import numpy as np

        return self.constant(name, np.array(values, dtype=np.int64))


def _between(values: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    """Give numbers, what to multiply them by, and which of them is zero; the least value is 0."""
    import numpy as np

    least = float(values.min())
    scale = (float(values.max()) - least) / 255
    zero = np.round(-least / scale)
    numbers = np.clip(np.round(values / np.float32(scale)) + np.float32(zero), 0, 255).astype(np.uint8)
    return numbers, np.array(scale, dtype=np.float32), np.array(zero, dtype=np.uint8)


def _around_zero(values: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Give numbers and, for each column, what to multiply them by.

    A scale for each column keeps vectors within .98 of the exact ones (.91 with one for all), and 7 of the
    8 bits do not overflow on processors without the newer integer instructions.
    """
    import numpy as np

    most: NDArray[np.float64] = np.abs(values).max(axis=0).astype(np.float64)
    scales = (most / _MOST).astype(np.float32)
    return np.clip(np.round(values / scales), -_MOST, _MOST).astype(np.int8), scales


def write_graph(
    weights: Mapping[str, NDArray[np.float32]], shape: BertShape, path: Path, *, in_8_bits: bool = False
) -> None:
    """Write the ONNX graph of a BERT sentence encoder; ``in_8_bits`` it is a quarter as large, and faster.

    Inputs: ``input_ids`` and ``attention_mask``, int64 (texts, words). Output: ``embedding``, float32, a row
    a text.
    """
    import onnx as onnx_
    from onnx import TensorProto, helper

    onnx: Any = onnx_
    graph = _Graph(weights, in_8_bits)
    hidden = _embeddings(graph, shape)
    mask = _attention_mask(graph)
    for number in range(shape.layers):
        hidden = _layer(graph, f"encoder.layer.{number}", hidden, mask, shape)
    _pool(graph, hidden)
    size = weights["embeddings.word_embeddings.weight"].shape[1]
    texts_words: list[str | int] = ["texts", "words"]
    inputs = ("input_ids", "attention_mask")
    body = helper.make_graph(
        graph.nodes,
        "sentence_encoder",
        [helper.make_tensor_value_info(name, TensorProto.INT64, texts_words) for name in inputs],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["texts", size])],
        list(graph.tensors.values()),
    )
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    model = onnx.shape_inference.infer_shapes(model)
    onnx.save(model, str(path))


def _embeddings(graph: _Graph, shape: BertShape) -> str:
    words = graph.rows("embeddings.word_embeddings.weight", "input_ids")
    length = graph.op("Gather", graph.op("Shape", "input_ids"), graph.integers("one_index", [1]), axis=0)
    table = graph.weight("embeddings.position_embeddings.weight")
    positions = graph.op(
        "Slice", table, graph.integers("zero_index", [0]), length, graph.integers("axis_0", [0])
    )
    first_type = graph.rows("embeddings.token_type_embeddings.weight", graph.integers("first_type", [0]))
    total = graph.op("Add", graph.op("Add", words, positions), first_type)
    return _layer_norm(graph, "embeddings.LayerNorm", total, shape)


def _attention_mask(graph: _Graph) -> str:
    """Give 0 where there is a word and a large negative number where there is padding."""
    ones = graph.op("Cast", "attention_mask", to=1)
    spread = graph.op("Unsqueeze", ones, graph.integers("axes_1_2", [1, 2]))
    padding = graph.op("Sub", graph.floats("one", 1.0), spread)
    return graph.op("Mul", padding, graph.floats("minus_large", -1e9))


def _layer(graph: _Graph, name: str, hidden: str, mask: str, shape: BertShape) -> str:
    attended = _attention(graph, name, hidden, mask, shape)
    attended = _linear(graph, f"{name}.attention.output.dense", attended)
    hidden = _layer_norm(
        graph, f"{name}.attention.output.LayerNorm", graph.op("Add", hidden, attended), shape
    )
    wide = _gelu(graph, _linear(graph, f"{name}.intermediate.dense", hidden))
    narrow = _linear(graph, f"{name}.output.dense", wide)
    return _layer_norm(graph, f"{name}.output.LayerNorm", graph.op("Add", hidden, narrow), shape)


def _attention(graph: _Graph, name: str, hidden: str, mask: str, shape: BertShape) -> str:
    size = graph.weights[f"{name}.attention.self.query.weight"].shape[0]
    per_head = size // shape.heads

    def heads(which: str, order: list[int]) -> str:
        flat = _linear(graph, f"{name}.attention.self.{which}", hidden)
        split = graph.op("Reshape", flat, graph.integers("to_heads", [0, 0, shape.heads, per_head]))
        return graph.op("Transpose", split, perm=order)

    query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
    scale = graph.floats("attention_scale", float(per_head) ** 0.5)
    scores = graph.op("Add", graph.op("Div", graph.op("MatMul", query, key), scale), mask)
    mixed = graph.op("MatMul", graph.op("Softmax", scores, axis=-1), value)
    joined = graph.op("Transpose", mixed, perm=[0, 2, 1, 3])
    return graph.op("Reshape", joined, graph.integers("from_heads", [0, 0, size]))


def _linear(graph: _Graph, name: str, value: str) -> str:
    return graph.op("Add", graph.times(value, f"{name}.weight"), graph.weight(f"{name}.bias"))


def _layer_norm(graph: _Graph, name: str, value: str, shape: BertShape) -> str:
    scale, bias = graph.weight(f"{name}.weight"), graph.weight(f"{name}.bias")
    return graph.op("LayerNormalization", value, scale, bias, axis=-1, epsilon=shape.epsilon)


def _gelu(graph: _Graph, value: str) -> str:
    bell = graph.op("Erf", graph.op("Div", value, graph.floats("root_two", 2.0**0.5)))
    half = graph.op("Mul", value, graph.floats("half", 0.5))
    return graph.op("Mul", half, graph.op("Add", bell, graph.floats("one", 1.0)))


def _pool(graph: _Graph, hidden: str) -> None:
    """Average over the words that are there, and bring the result to length one."""
    from onnx import helper

    ones = graph.op("Cast", "attention_mask", to=1)
    weights = graph.op("Unsqueeze", ones, graph.integers("axes_2", [2]))
    total = graph.op("ReduceSum", graph.op("Mul", hidden, weights), graph.integers("axis_1", [1]), keepdims=0)
    count = graph.op("ReduceSum", weights, graph.integers("axis_1", [1]), keepdims=0)
    mean = graph.op("Div", total, graph.op("Max", count, graph.floats("tiny", 1e-9)))
    length = graph.op("ReduceL2", mean, axes=[1], keepdims=1)
    safe = graph.op("Max", length, graph.floats("tinier", 1e-12))
    graph.nodes.append(helper.make_node("Div", [mean, safe], ["embedding"], name="embedding"))
