"""Writes the program that trains classes whose use is known."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import guesses, stand_ins

if TYPE_CHECKING:
    from .probe import Use

MEASURE = """def measure(out):
    if isinstance(out, torch.Tensor):
        return (out ** 2).mean() if out.is_floating_point() else torch.tensor(0.0)
    if isinstance(out, dict):
        return sum(measure(value) for value in out.values())
    if isinstance(out, (tuple, list)):
        return sum(measure(value) for value in out)
    return torch.tensor(0.0)
"""


def write(module: str, uses: Sequence[Use], missing: list[str], target: Path) -> None:
    """``target``/train.py: three steps of all classes, whose losses go into the list ``losses``."""
    lines = ["import numpy as np", "import torch", "import torch.nn as nn", ""]
    if missing:
        shutil.copy(stand_ins.__file__, target)
        lines = ["import stand_ins", "", f"stand_ins.install({missing})", "", *lines]
    names = ", ".join(sorted({use.name for use in uses}))
    lines += [f"from {module} import {names}", "", "losses = []", "", ""]
    lines += [inspect.getsource(guesses.made).replace(ANNOTATED, "def made(kind, shape, seed):")]
    lines += ["", MEASURE, "", "nets = nn.ModuleList(["]
    lines += [f"    {use.name}({_arguments(use)})," for use in uses]
    lines += ["])", "entry = nn.Linear(1, 1)"]
    lines += ["opt = torch.optim.SGD([*nets.parameters(), *entry.parameters()], lr=0.01)"]
    lines += [f"nets[{index}].eval()" for index, use in enumerate(uses) if not use.training]
    lines += ["for step in range(3):", "    opt.zero_grad()"]
    lines += ["    total = (entry.weight ** 2).sum()", "    losses.append(total.item())"]
    for index, use in enumerate(uses):
        lines += [f"    loss{index} = measure(nets[{index}]({_inputs(index, use)}))  # {use.name}"]
        lines += [f"    losses.append(float(loss{index}))"]
        if use.has_gradient and (use.has_parameters or use.inputs[0] in guesses.FLOATING):
            lines += [f"    total = total + loss{index}"]
    lines += ["    total.backward()", "    opt.step()", ""]
    target.joinpath("train.py").write_text("\n".join(lines), encoding="utf-8")


ANNOTATED = inspect.getsource(guesses.made).partition("\n")[0]


def _arguments(use: Use) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in use.arguments.items())


def _inputs(index: int, use: Use) -> str:
    """The inputs of a class; without parameters of its own, something trains what goes in."""
    given = []
    for place, name in enumerate(use.inputs):
        kind, shape = guesses.INPUTS[name]
        text = f"torch.from_numpy(made({kind!r}, {shape}, {index * 7 + place} + step))"
        if place == 0 and name in guesses.FLOATING and use.has_gradient and not use.has_parameters:
            text += " * entry.weight[0, 0].abs()"
        given.append(text)
    return ", ".join(given)
