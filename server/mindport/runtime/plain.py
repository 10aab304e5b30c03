"""Values of both frameworks in one plain form that files can carry and ``compare`` can read.

Needs numpy, so it belongs in workers. A plain value is None, a bool, an int, a float, a complex, a
string, a list, a dict with string keys, a ``Leaf`` (a tensor or an array) or a ``Name`` (a dtype, a
device, a module, an object). Sequences of every kind become lists: neither unpacking nor indexing
tells them apart.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
LONGEST_ITERATION = 1000


@dataclass(frozen=True, slots=True)
class Leaf:
    """A tensor or a numpy array. ``dtype`` is the framework's word; bfloat16 data is float32."""

    kind: Literal["tensor", "array"]
    dtype: str
    array: Array


@dataclass(frozen=True, slots=True)
class Name:
    """Something that is compared by its name alone, such as a dtype."""

    kind: Literal["dtype", "device", "module", "object"]
    name: str


Plain: TypeAlias = (
    "bool | int | float | complex | str | list[Any] | dict[str, Any] | Leaf | Name | None"
)


def from_torch(value: Any) -> Plain:
    """The plain form of a value that torch code computed."""
    import torch

    def special(item: Any) -> Plain:
        if isinstance(item, torch.Tensor):
            return torch_leaf(item)
        if isinstance(item, torch.dtype):
            return Name("dtype", str(item).rpartition(".")[2])
        if isinstance(item, torch.device):
            return Name("device", item.type)
        if isinstance(item, torch.nn.Module):
            return Name("module", "")
        return None

    return _plain(value, special)


def from_mindspore(value: Any) -> Plain:
    """The plain form of a value that MindSpore code computed."""
    import mindspore

    names = ("float32", "bfloat16", "int64", "uint8", "bool_", "complex64")
    dtype_types = tuple({type(getattr(mindspore, name)) for name in names})

    def special(item: Any) -> Plain:
        if isinstance(item, mindspore.Tensor):
            return mindspore_leaf(item)
        if isinstance(item, dtype_types):
            return Name("dtype", dtype_name(str(item)))
        if isinstance(item, mindspore.nn.Cell):
            return Name("module", "")
        return None

    return _plain(value, special)


def torch_leaf(tensor: Any) -> Leaf:
    """The data of a torch tensor, dense and on the CPU."""
    import torch

    dtype = dtype_name(str(tensor.dtype))
    tensor = tensor.detach().cpu().resolve_conj().resolve_neg()
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    if dtype == "bfloat16":
        tensor = tensor.float()
    return Leaf("tensor", dtype, tensor.numpy().copy())


def mindspore_leaf(tensor: Any) -> Leaf:
    """The data of a MindSpore tensor or parameter."""
    import mindspore

    dtype = dtype_name(str(tensor.dtype))
    if dtype == "bfloat16":
        tensor = tensor.astype(mindspore.float32)
    return Leaf("tensor", dtype, np.array(tensor.asnumpy()))


def dtype_name(name: str) -> str:
    """One word for what torch calls torch.bool and MindSpore Bool."""
    name = name.rpartition(".")[2].lower()
    return {"bool_": "bool"}.get(name, name)


def _plain(value: Any, special: Callable[[Any], Plain]) -> Plain:
    if value is None or isinstance(value, (bool, int, float, complex, str, Leaf, Name)):
        return value
    known = special(value)
    if known is not None:
        return known
    if isinstance(value, np.ndarray):
        return Leaf("array", str(value.dtype), value)
    if isinstance(value, np.generic):
        return Leaf("array", str(value.dtype), np.asarray(value))
    if isinstance(value, (np.dtype, type)):
        return Name("dtype" if isinstance(value, np.dtype) else "object", str(value))
    if isinstance(value, Mapping):
        return {str(key): _plain(item, special) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__iter__"):
        items = itertools.islice(iter(value), LONGEST_ITERATION)
        return [_plain(item, special) for item in items]
    return Name("object", type(value).__name__)


def save(path: str | Path, value: Plain) -> None:
    """Write a plain value to one .npz file, without pickles."""
    arrays: dict[str, Array] = {}
    tree = json.dumps(_encode(value, arrays))
    with Path(path).open("wb") as file:
        np.savez(file, tree=np.array(tree), **arrays)


def load(path: str | Path) -> Plain:
    """Read what ``save`` wrote."""
    with np.load(path, allow_pickle=False) as stored:
        return _decode(json.loads(str(stored["tree"])), stored)


def _encode(value: Plain, arrays: dict[str, Array]) -> Any:
    if isinstance(value, Leaf):
        key = f"a{len(arrays)}"
        arrays[key] = value.array
        return {"leaf": value.kind, "dtype": value.dtype, "array": key}
    if isinstance(value, Name):
        return {"name": value.name, "kind": value.kind}
    if isinstance(value, list):
        return [_encode(item, arrays) for item in value]
    if isinstance(value, dict):
        return {"dict": {key: _encode(item, arrays) for key, item in value.items()}}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return value


def _decode(tree: Any, stored: Mapping[str, Array]) -> Plain:
    if isinstance(tree, list):
        return [_decode(item, stored) for item in tree]
    if not isinstance(tree, dict):
        return tree  # type: ignore[no-any-return]
    if "leaf" in tree:
        return Leaf(tree["leaf"], tree["dtype"], stored[tree["array"]])
    if "name" in tree:
        return Name(tree["kind"], tree["name"])
    if "complex" in tree:
        return complex(*tree["complex"])
    return {key: _decode(item, stored) for key, item in tree["dict"].items()}


def leaves(value: Plain, where: str = "") -> Iterator[tuple[str, Leaf]]:
    """Every tensor and array of a value with its place, such as ``[0].weight``."""
    if isinstance(value, Leaf):
        yield where, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, f"{where}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{where}[{key!r}]")
