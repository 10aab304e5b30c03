"""The workers' half of ``mindport verify``: one model in one framework, its outputs kept."""

from __future__ import annotations

import ast
import importlib
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import numpy as np

from . import plain
from .compare import compare
from .missing import hide_torch
from .program import OverlayFinder, select_target, show_lines
from .weights import load_into

BUILD = "_mindport_build"
SEED = 0


class VerifyError(Exception):
    """A model that cannot be made; the message says why."""


def torch_side(
    source: str, path: str, inputs: list[str], modes: list[bool], folder: str
) -> dict[str, Any]:
    """Build the model, run it on ``inputs`` (torch expressions) once for each mode.

    Leaves weights.npz, inputs.npz and expected.npz in ``folder``; ``modes`` are those of
    ``Module.train``.
    """
    import torch

    torch.manual_seed(SEED)
    np.random.seed(SEED)
    model = _built(path, {path: source})
    if not isinstance(model, torch.nn.Module):
        raise VerifyError(f"The expression gives no torch module but a {type(model).__name__}.")
    state = {name: plain.torch_leaf(tensor) for name, tensor in model.state_dict().items()}
    names = {"torch": torch, "np": np}
    given = [eval(text, dict(names)) for text in inputs]
    expected = []
    _without_dropout(model.modules())
    for training in modes:
        model.train(training)
        with torch.no_grad():
            expected.append(plain.from_torch(model(*given)))
    plain.save(Path(folder, "weights.npz"), cast(plain.Plain, state))
    plain.save(Path(folder, "inputs.npz"), [plain.from_torch(one) for one in given])
    plain.save(Path(folder, "expected.npz"), expected)
    return {}


def mindspore_side(
    texts: dict[str, str],
    path: str,
    modes: list[bool],
    folder: str,
    device: str,
    execution: str,
    rtol: float,
    atol: float,
) -> dict[str, Any]:
    """Build the migrated model with torch's weights, run it on the same inputs, compare.

    ``texts`` holds the migrated text of ``path`` and of the files that it imports; ``execution``
    is MindSpore's mode, PYNATIVE or GRAPH.
    """
    import mindspore

    select_target(mindspore, device, execution)
    hide_torch()
    mindspore.set_seed(SEED)
    np.random.seed(SEED)
    cell = _built(path, texts)
    if not isinstance(cell, mindspore.nn.Cell):
        raise VerifyError(f"The expression gives no Cell but a {type(cell).__name__}.")
    weights = cast("dict[str, plain.Leaf]", plain.load(Path(folder, "weights.npz")))
    made = load_into(cell, {name: leaf.array for name, leaf in weights.items()})
    given = [_value(one) for one in cast("list[Any]", plain.load(Path(folder, "inputs.npz")))]
    expected = cast("list[Any]", plain.load(Path(folder, "expected.npz")))
    _without_dropout(each for _, each in cell.cells_and_names())
    found = []
    for training, wanted in zip(modes, expected, strict=True):
        cell.set_train(training)
        actual = plain.from_mindspore(cell(*given))
        found.append(asdict(compare(wanted, actual, rtol, atol)))
    return {"comparisons": found, "plan": asdict(made)}


def _built(path: str, texts: dict[str, str]) -> Any:
    """What the function ``BUILD`` gives, that was put behind the text of ``path``."""
    name, root = module_of(path, texts[path])
    os.chdir(Path(path).parent)
    sys.path.insert(0, root)
    sys.path.append(str(Path(root).parent))  # a package without __init__.py is imported from there
    for place, text in texts.items():
        show_lines(place, text)
    sys.meta_path.insert(0, OverlayFinder(texts))
    return getattr(importlib.import_module(name), BUILD)()


def module_of(path: str, text: str) -> tuple[str, str]:
    """The dotted name of the module in a file, and the folder that its outermost package is in.

    A folder that ``text`` imports from relatively is a package without __init__.py, too.
    """
    file = Path(path)
    names = [] if file.stem == "__init__" else [file.stem]
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    relative = max((node.level for node in imports), default=0)
    folder = file.parent
    while relative > 0 or (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
        relative -= 1
    return ".".join(names), str(folder)


def _without_dropout(layers: Iterable[Any]) -> None:
    """Set the probability of every dropout layer to 0: its mask is random."""
    for layer in layers:
        if "Dropout" in type(layer).__name__ and hasattr(layer, "p"):
            layer.p = 0.0


def _value(item: Any) -> Any:
    """A plain input as MindSpore takes it."""
    import mindspore

    if isinstance(item, plain.Leaf):
        tensor = mindspore.Tensor(item.array)
        return tensor.astype(mindspore.bfloat16) if item.dtype == "bfloat16" else tensor
    if isinstance(item, list):
        return [_value(one) for one in item]
    return {key: _value(one) for key, one in item.items()} if isinstance(item, dict) else item
