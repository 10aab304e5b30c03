"""The worker's half of the gradients of torch's own samples: torch's are kept, MindSpore's compared.

What a sample gives is weighted and summed up, each tensor and each of its elements with another
weight; the gradients of the sum are those with respect to the floating inputs and, where a layer is
bound to a name, to its parameters (``m:weight``). In MindSpore each sample is differentiated with
twice as many rows before: what 2.10.0 keeps of a call, such as the number of elements of a mean, must
not come out in the next.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import numpy as np

from . import plain
from .compare import compare
from .errors import describe
from .example_job import Weights, bound_modules, evaluate_mindspore, evaluate_torch
from .sample_job import RESULTS, built
from .shown import shown
from .weights import cell_parameters, plan

# Relative to the greatest value of a tensor, and absolute.
TOLERANCE = (2e-4, 3e-5)


def torch_gradients(folder: str, tasks: Sequence[Mapping[str, Any]]) -> list[int]:
    """Write INDEX.gradients.npz for each task ``{"index", "source"}`` that has gradients in torch.

    Returns the indices of those; one without a floating input, or whose result hangs on none, has
    no gradients.
    """
    kept = []
    for task in tasks:
        found = _of_torch(Path(folder, f"{task['index']}.npz"), task["source"])
        if found is not None:
            plain.save(Path(folder, f"{task['index']}.gradients.npz"), found)
            kept.append(task["index"])
    return kept


def _of_torch(place: Path, source: str) -> plain.Plain | None:
    """``{"sums", "gradients"}``: which of the result's tensors are summed up, and the gradients."""
    import torch

    stored = cast("dict[str, Any]", plain.load(place))
    inputs = {name: _torch_input(item) for name, item in stored["inputs"].items()}
    leaves = {name: tensor for name, tensor in inputs.items() if tensor.requires_grad}
    try:
        value, namespace = evaluate_torch(source, inputs, {})
        for bound, module in bound_modules(namespace, torch.nn.Module):
            trained = ((name, p) for name, p in module.named_parameters() if p.requires_grad)
            leaves |= {f"{bound}:{name}": parameter for name, parameter in trained}
        tensors = list(_tensors(value, torch.Tensor))
        sums = [index for index, tensor in enumerate(tensors) if tensor.requires_grad]
        if not leaves or not sums or any(tensors[index].is_complex() for index in sums):
            return None
        total = sum(
            (tensors[index] * torch.from_numpy(_weights(tensors[index], index))).sum()
            for index in sums
        )
        found = torch.autograd.grad(cast(Any, total), list(leaves.values()), allow_unused=True)
    except Exception:
        return None
    gradients = {
        name: plain.torch_leaf(torch.zeros_like(leaf) if gradient is None else gradient)
        for (name, leaf), gradient in zip(leaves.items(), found, strict=True)
    }
    return cast(plain.Plain, {"sums": sums, "gradients": gradients})


def _torch_input(item: Mapping[str, Any]) -> Any:
    import torch

    tensor = built(item, lambda array: torch.from_numpy(array.copy())).detach()
    return tensor.requires_grad_() if tensor.is_floating_point() else tensor


def mindspore_gradients(folder: str, tasks: Sequence[Mapping[str, Any]], device: str) -> None:
    """Differentiate migrated samples one after the other; a line of results.jsonl for each."""
    import mindspore

    mindspore.set_device(device)
    mindspore.set_context(pynative_synchronize=True)
    with Path(folder, RESULTS).open("a", encoding="utf-8") as results:
        for task in tasks:
            json.dump({"index": task["index"], **_of_mindspore(folder, task)}, results)
            results.write("\n")
            results.flush()


def _of_mindspore(folder: str, task: Mapping[str, Any]) -> dict[str, Any]:
    import mindspore

    stored = cast("dict[str, Any]", plain.load(Path(folder, f"{task['index']}.npz")))
    kept = cast("dict[str, Any]", plain.load(Path(folder, f"{task['index']}.gradients.npz")))
    inputs = {name: built(item, mindspore.Tensor) for name, item in stored["inputs"].items()}
    expected = kept["gradients"]
    try:
        sample = _Sample(task["source"], inputs, stored["weights"], kept["sums"])
        with suppress(Exception):
            doubled = _doubled(list(inputs.values()))
            # An error while it is differentiated would break what comes after.
            sample.total(*doubled)
            sample.gradients(expected, doubled)
        gradients = sample.gradients(expected, list(inputs.values()))
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        return {"error": describe(error)}
    outcome = compare(expected, cast(plain.Plain, gradients), *TOLERANCE)
    if outcome.outcome == "equal":
        return {"outcome": "equal"}
    both = [shown(expected), shown(cast(plain.Plain, gradients))]
    return {"outcome": outcome.outcome, "where": outcome.where, "shown": both}


class _Sample:
    """A migrated sample as a function of its inputs; what it binds to names is made once if that are
    layers, whose parameters are then differentiated, too."""

    def __init__(
        self, source: str, inputs: Mapping[str, Any], weights: Weights, sums: Sequence[int]
    ) -> None:
        self.names, self.weights, self.sums = list(inputs), weights, sums
        self.source, self.made = source, None
        *first, last = ast.parse(source).body
        if weights and first and isinstance(last, ast.Expr):
            begun = ast.unparse(ast.Module([*first, ast.Expr(ast.Constant(None))], []))
            _, self.made = evaluate_mindspore(begun, inputs, weights, "value", [])
            self.call = compile(ast.Expression(last.value), "sample", "eval")

    def total(self, *given: Any) -> Any:
        """What the sample gives for these inputs, weighted and summed up."""
        import mindspore

        named = dict(zip(self.names, given, strict=True))
        if self.made is None:
            value, _ = evaluate_mindspore(self.source, named, self.weights, "value", [])
        else:
            value = eval(self.call, {**self.made, **named})
        tensors = list(_tensors(value, mindspore.Tensor))
        parts = [
            (tensors[index] * mindspore.Tensor(_weights(tensors[index], index))).sum()
            for index in self.sums
        ]
        return sum(parts[1:], parts[0])

    def gradients(self, wanted: Mapping[str, Any], given: Sequence[Any]) -> dict[str, plain.Leaf]:
        """The gradients of ``total``, of those ``wanted`` that are inputs and parameters."""
        import mindspore

        places = tuple(index for index, name in enumerate(self.names) if name in wanted)
        held = {name: item for name, item in self._parameters().items() if name in wanted}
        parameters = [parameter for parameter, _ in held.values()]
        take = mindspore.grad(self.total, places or None, parameters or None)
        found = take(*given)
        if not parameters or not places:
            found = (found, ()) if places else ((), found)
        ours, theirs = (part if isinstance(part, tuple) else (part,) for part in found)
        named = dict(zip((self.names[index] for index in places), ours, strict=True))
        for (name, (_, shape)), gradient in zip(held.items(), theirs, strict=True):
            named[name] = gradient.reshape(shape)
        return {name: plain.mindspore_leaf(named[name]) for name in wanted if name in named}

    def _parameters(self) -> dict[str, tuple[Any, tuple[int, ...]]]:
        """The parameters by torch's names, with the shapes that torch's have."""
        import mindspore

        found: dict[str, tuple[Any, tuple[int, ...]]] = {}
        for bound, cell in bound_modules(self.made or {}, mindspore.nn.Cell):
            held, arrays = cell_parameters(cell), self.weights.get(bound, {})
            shapes = {name: tuple(leaf.array.shape) for name, leaf in arrays.items()}
            matched = plan(shapes, {name: tuple(p.shape) for name, p in held.items()})
            for pair in matched.pairs:
                if held[pair.parameter].requires_grad:
                    found[f"{bound}:{pair.torch}"] = held[pair.parameter], shapes[pair.torch]
        return found


def _doubled(tensors: Sequence[Any]) -> list[Any]:
    """The tensors with twice as many rows, those that have as many as the first one."""
    import mindspore

    rows = tensors[0].shape[0]  # without an axis there is nothing to double
    return [
        mindspore.Tensor(np.concatenate([tensor.asnumpy()] * 2))
        if tensor.ndim and tensor.shape[0] == rows
        else tensor
        for tensor in tensors
    ]


def _tensors(value: Any, kind: type) -> Iterator[Any]:
    """The tensors in a result, in their order."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _tensors(item, kind)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for item in value:
            yield from _tensors(item, kind)


def _weights(tensor: Any, index: int) -> Any:
    """Other numbers for each element, of the tensor's shape and dtype."""
    shape = tuple(tensor.shape)
    numbers = np.cos(np.arange(1, 1 + int(np.prod(shape))) * (0.7 + 0.1 * index))
    return numbers.reshape(shape).astype(plain.dtype_name(str(tensor.dtype)))
