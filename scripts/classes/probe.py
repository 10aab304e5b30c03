"""Finds out in torch how the module classes of a module can be built and called, and writes the program
that trains them.

Runs in a process of its own: ``python -m scripts.classes.probe SOURCES MODULE TARGET``.
"""

from __future__ import annotations

import inspect
import random
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from . import guesses, packages, writing

SECONDS = 40  # for a class
FILES = 45  # of a program
PARAMETERS = 3_000_000
NUMBERS = 2_000_000  # of a class's results


@dataclass(frozen=True, slots=True)
class Use:
    """How a class is built and called, so that it runs, gives finite numbers, and the same again."""

    name: str
    arguments: dict[str, Any]
    inputs: tuple[str, ...]
    training: bool
    has_gradient: bool
    has_parameters: bool


def main(sources: Path, name: str, target: Path) -> int:
    """Write the program for a module, with the files that it needs; how many classes it trains."""
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    module, lazy, missing = packages.load(sources, name)
    if not _classes(module):
        return 0
    uses = [use for use in map(used, _classes(module)) if use is not None]
    files = packages.files_below(sources)
    if not uses or len(files) > FILES:
        return 0
    lazy.stage(files, target)
    writing.write(name, uses, missing, target)
    return len(uses)


def used(kind: type[nn.Module]) -> Use | None:
    """The first way found in which a class can be built and called."""
    with suppress(Exception, TimeoutError), _limited(SECONDS):
        build, call = inspect.signature(kind.__init__), inspect.signature(kind.forward)
        tried: set[str] = set()
        for taste in guesses.TASTES:
            given = guesses.arguments(build, taste)
            if repr(given) in tried:
                continue
            tried.add(repr(given))
            with suppress(Exception):
                found = _called(kind, given, guesses.input_names(call))
                if found is not None:
                    return found
    return None


def _called(kind: type[nn.Module], given: dict[str, Any], names: list[str]) -> Use | None:
    values = {name: _value(value) for name, value in given.items()}
    net = _built(kind, values)
    size = sum(parameter.numel() for parameter in net.parameters())
    if size > PARAMETERS:
        return None
    for inputs in guesses.inputs(names):
        for training in (True, False):
            net.train(training)
            with suppress(Exception):
                if not _is_finite(_floats(net(*_tensors(inputs)))):
                    break
                if not _is_repeated(kind, values, inputs, training):
                    continue
                return Use(
                    kind.__name__,
                    given,
                    inputs,
                    training,
                    _has_gradient(_built(kind, values).train(training), inputs),
                    any(p.requires_grad for p in net.parameters()),
                )
            if training:
                break  # what fails in training fails in evaluation
    return None


def _is_repeated(
    kind: type[nn.Module], values: dict[str, Any], inputs: tuple[str, ...], training: bool
) -> bool:
    """Whether the results depend on the weights and inputs alone, whatever is drawn."""
    results = []
    for seed in (1, 2, 3):
        net = _built(kind, values).train(training)
        torch.manual_seed(seed)
        random.seed(seed)
        np.random.seed(seed)
        results.append(_floats(net(*_tensors(inputs))))
    first, *others = results
    return all(len(one) == len(first) and all(map(torch.equal, one, first)) for one in others)


def _has_gradient(net: nn.Module, inputs: tuple[str, ...]) -> bool:
    """Whether there is something to differentiate; raises where a second step cannot be taken."""
    for _ in range(2):
        given = [t.requires_grad_() if t.is_floating_point() else t for t in _tensors(inputs)]
        total = sum((result.double() ** 2).mean() for result in _floats(net(*given)))
        if not isinstance(total, torch.Tensor) or not total.requires_grad:
            return False
        total.backward()
    return True


def _built(kind: type[nn.Module], values: dict[str, Any]) -> nn.Module:
    torch.manual_seed(0)
    return kind(**values)


def _value(value: Any) -> Any:
    return eval(value, {"nn": nn}) if isinstance(value, guesses.Code) else value


def _tensors(inputs: tuple[str, ...]) -> list[torch.Tensor]:
    return [
        torch.from_numpy(guesses.made(*guesses.INPUTS[name], seed))
        for seed, name in enumerate(inputs)
    ]


def _floats(result: Any) -> list[torch.Tensor]:
    """The floating point tensors of a result, whatever holds them."""
    if isinstance(result, torch.Tensor):
        return [result] if result.is_floating_point() else []
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (tuple, list)):
        return [tensor for part in result for tensor in _floats(part)]
    return []


def _is_finite(results: list[torch.Tensor]) -> bool:
    size = sum(tensor.numel() for tensor in results)
    return 0 < size <= NUMBERS and all(bool(torch.isfinite(t).all()) for t in results)


def _classes(module: Any) -> list[type[nn.Module]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, nn.Module)
        and value.__module__ == module.__name__
    ]


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
