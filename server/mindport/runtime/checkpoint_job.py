"""The workers' half of converting a checkpoint: torch reads, MindSpore writes."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np

from . import plain
from .weights import cell_buffers, load_into

# Where training scripts keep the weights inside of a checkpoint.
WRAPPERS = ("state_dict", "model_state_dict", "model", "net", "module", "weights")
DATA_PARALLEL = "module."


class CheckpointError(Exception):
    """A checkpoint that holds no state dict, or a cell that cannot be made."""


def read_torch(path: str, arrays: str) -> dict[str, Any]:
    """Write the weights of a torch checkpoint to ``arrays``; names what was left out."""
    import torch

    if path.endswith(".safetensors"):
        content: Any = importlib.import_module("safetensors.torch").load_file(path)
    else:
        # weights_only: a checkpoint from elsewhere must not run code.
        content = torch.load(path, map_location="cpu", weights_only=True)
    state = find_state(content, torch.Tensor)
    tensors = {name: value for name, value in state.items() if isinstance(value, torch.Tensor)}
    names = strip_data_parallel(tensors)
    leaves = {names[name]: plain.torch_leaf(tensor) for name, tensor in tensors.items()}
    plain.save(arrays, cast(plain.Plain, leaves))
    return {"left_out": [str(name) for name in state if name not in tensors]}


def find_state(content: Any, tensor: type) -> Mapping[str, Any]:
    """The state dict itself, wherever the checkpoint keeps it."""
    if isinstance(content, Mapping):
        if any(isinstance(value, tensor) for value in content.values()):
            return content
        for key in WRAPPERS:
            inner = content.get(key)
            if isinstance(inner, Mapping) and any(isinstance(v, tensor) for v in inner.values()):
                return inner
    raise CheckpointError(
        "The file holds no state dict. Save one with torch.save(model.state_dict(), path)."
    )


def strip_data_parallel(names: Mapping[str, Any]) -> dict[str, str]:
    """DataParallel puts "module." before every name; take it away when all have it."""
    wrapped = bool(names) and all(name.startswith(DATA_PARALLEL) for name in names)
    return {name: name[len(DATA_PARALLEL) :] if wrapped else name for name in names}


def write_mindspore(
    arrays: str, out: str, cell: str | None, folder: str, partial: bool
) -> dict[str, Any]:
    """Write the weights as a MindSpore checkpoint.

    With ``cell`` ("file.py:Net(10)" or "package.module:Net()") the names and shapes become those of
    that cell, and the answer holds the plan; a plan with gaps is written only if ``partial``.
    """
    import mindspore

    weights = cast("dict[str, plain.Leaf]", plain.load(arrays))
    if cell is None:
        entries = [{"name": name, "data": _tensor(leaf)} for name, leaf in weights.items()]
        mindspore.save_checkpoint(entries, out)
        return {"plan": None, "written": True, "count": len(entries)}
    sys.path.insert(0, folder)
    # The cell may read files of the project; what a compiler dumps about a failure is not its own.
    os.environ.setdefault("MS_OM_PATH", str(Path.cwd()))
    os.chdir(folder)
    made_cell = make_cell(cell, folder)
    data = {name: leaf.array for name, leaf in weights.items()}
    # A .ckpt holds no buffers. Those that the cell computes as torch had them are no loss.
    before = {name: buffer.asnumpy().copy() for name, buffer in cell_buffers(made_cell).items()}
    made = load_into(made_cell, data)
    lost = tuple(
        pair.torch
        for pair in made.pairs
        if pair.parameter in before
        and not np.array_equal(before[pair.parameter], data[pair.torch].reshape(pair.shape))
    )
    made = replace(
        made,
        pairs=tuple(pair for pair in made.pairs if pair.torch not in lost),
        unexpected=made.unexpected + lost,
    )
    written = made.complete or partial
    if written:
        mindspore.save_checkpoint(made_cell, out)
    return {"plan": asdict(made), "written": written, "count": len(made.pairs)}


def make_cell(spec: str, folder: str) -> Any:
    """Evaluate "file.py:Net(10)"; the expression sees the names of that module."""
    import mindspore

    place, _, expression = spec.partition(":")
    if not expression:
        raise CheckpointError(f"Name the cell as file.py:Net() or package.module:Net(), not {spec}")
    if place.endswith(".py"):
        module = _module_of(Path(folder, place).resolve(), place, folder)
    else:
        module = importlib.import_module(place)
    cell = eval(expression, dict(module.__dict__))
    if isinstance(cell, type):
        cell = cell()
    if not isinstance(cell, mindspore.nn.Cell):
        raise CheckpointError(f"{expression} in {place} is not a Cell but a {type(cell).__name__}.")
    return cell


def _module_of(path: Path, place: str, folder: str) -> ModuleType:
    """The module of a file, which may import from its folder, from ``folder``, and from the package
    that it belongs to."""
    found = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or found is None or found.loader is None:
        raise CheckpointError(f"{place} is not a Python file.")
    root = path.parent
    while (root / "__init__.py").exists():
        root = root.parent
    sys.path[:0] = [str(root), folder]
    if root != path.parent:
        return importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))
    module = importlib.util.module_from_spec(found)
    sys.modules[path.stem] = module
    found.loader.exec_module(module)
    return module


def _tensor(leaf: plain.Leaf) -> Any:
    import mindspore

    tensor = mindspore.Tensor(np.ascontiguousarray(leaf.array).reshape(leaf.array.shape))
    return tensor.astype(mindspore.bfloat16) if leaf.dtype == "bfloat16" else tensor
