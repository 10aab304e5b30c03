"""The worker's half of the calls that programs make: what a program asks of torch while it runs,
kept as samples. Needs torch, so it belongs in workers."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from inspect import signature
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode, resolve_name

from .plain import dtype_name
from .sample_source import (
    LARGEST,
    Call,
    Sample,
    UnwritableError,
    written_assignment,
    written_attribute,
    written_call,
    written_module,
)

EACH = 12  # forms of one symbol in one program
HOME = str(Path(torch.__file__).parent)
# What stands between a call and the function mode.
BETWEEN = tuple(
    f"{HOME}/{name}" for name in ("overrides.py", "functional.py", "_tensor.py", "nn/functional.py")
)
# What stands between a program and a layer that is in a sequence of layers.
HOLDERS = tuple(f"{HOME}/nn/modules/{name}" for name in ("module.py", "container.py"))
NUMBER = re.compile(r"(?<![\w.])(\d+\.\d+(e-?\d+)?|\d+e-?\d+|\d+)(?![\w.])")
SMALL = ("0", "1", "2")


class _Calls(TorchFunctionMode):  # type: ignore[misc]
    """Keeps each form of a call once: what differs in the numbers alone is the same form."""

    def __init__(self) -> None:
        super().__init__()
        self.samples: dict[str, Sample] = {}
        self._counts: Counter[str] = Counter()

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if _is_called_by_the_program(sys._getframe(1)):
            with suppress(UnwritableError):
                for sample in _samples_of(func, args, kwargs):
                    self.keep(sample)
        return func(*args, **kwargs)

    def keep(self, sample: Sample) -> None:
        if sum(tensor.numel() for tensor in sample.inputs.values()) > LARGEST:
            return
        form = f"{sample.symbol} [{_kinds(sample)}]: {_form(sample.source)}"
        if form in self.samples or self._counts[sample.symbol] >= EACH:
            return
        self._counts[sample.symbol] += 1
        self.samples[form] = Sample(
            sample.symbol,
            sample.source,
            {name: tensor.detach().clone() for name, tensor in sample.inputs.items()},
            sample.compare,
        )


def calls_of(program: Callable[[], Any], folder: str) -> dict[str, Any]:
    """Run a program, then each form of call that it made.

    Returns ``calls``, described as ``sample_database.torch_samples`` does, and ``failed``: why the
    program ended early, if it did; the calls are then those that it had made.
    """
    calls, failed = _Calls(), ""
    try:
        with _modules_into(calls), calls:
            program()
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
    from .sample_database import run_sample  # torch's tests set flags that a program may not

    kept: list[dict[str, Any]] = []
    for form, sample in calls.samples.items():
        described = run_sample(sample, Path(folder, f"{len(kept)}.npz"))
        if described is not None:
            dtypes = [dtype_name(str(tensor.dtype)) for tensor in sample.inputs.values()]
            kept.append({**described, "form": form, "dtype": dtypes[0] if dtypes else "float32"})
    return {"calls": kept, "failed": failed}


def _is_called_by_the_program(frame: FrameType | None, through: Sequence[str] = BETWEEN) -> bool:
    while frame is not None and frame.f_code.co_filename in (__file__, *through):
        frame = frame.f_back
    return frame is not None and not frame.f_code.co_filename.startswith(HOME)


def _samples_of(func: Any, args: tuple[Any, ...], kwargs: Any) -> Iterator[Sample]:
    symbol = resolve_name(func)
    if symbol is None or "._" in symbol.replace(".__", "."):
        raise UnwritableError("no public name")
    if symbol.endswith(".__get__"):
        yield written_attribute(symbol.removesuffix(".__get__"), args[0])
    elif symbol == "torch.Tensor.__setitem__":
        yield written_assignment(*args)
    else:
        yield written_call(symbol, args, kwargs)
        given = _without_defaults(func, kwargs)
        if given != kwargs:
            yield written_call(symbol, args, given)


def _without_defaults(func: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    """What the caller may have given: torch's Python functions hand on all that they take."""
    if not isinstance(func, FunctionType):
        return kwargs
    known = signature(func, follow_wrapped=False).parameters
    return {
        name: value
        for name, value in kwargs.items()
        if name not in known or known[name].default is not value
    }


def _form(source: str) -> str:
    return NUMBER.sub(lambda found: found[0] if found[0] in SMALL else "N", source)


def _kinds(sample: Sample) -> str:
    return ", ".join(f"{tensor.dtype} {tensor.dim()}" for tensor in sample.inputs.values())


@contextmanager
def _modules_into(calls: _Calls) -> Iterator[None]:
    """Layers of torch.nn, too, with what they were made of."""
    given: dict[int, tuple[Any, Any, Any]] = {}
    classes: set[Any] = {
        item
        for item in vars(torch.nn).values()
        if isinstance(item, type) and issubclass(item, torch.nn.Module)
    } - {torch.nn.Module}
    firsts = {cls: cls.__init__ for cls in classes}
    called = torch.nn.Module.__call__

    def remembering(cls: Any, first: Any) -> Any:
        @wraps(first)
        def initialise(self: Any, *args: Any, **kwargs: Any) -> None:
            if type(self) is cls and _is_called_by_the_program(sys._getframe(1)):
                given[id(self)] = (self, args, kwargs)
            first(self, *args, **kwargs)

        return initialise

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if id(self) in given and _is_called_by_the_program(sys._getframe(1), HOLDERS):
            _, built, named = given[id(self)]
            with suppress(UnwritableError):
                calls.keep(
                    written_module(
                        type(self), Call(built, named), Call(args, kwargs), training=self.training
                    )
                )
        return called(self, *args, **kwargs)

    for cls, first in firsts.items():
        cls.__init__ = remembering(cls, first)
    torch.nn.Module.__call__ = call
    try:
        yield
    finally:
        for cls, first in firsts.items():
            cls.__init__ = first
        torch.nn.Module.__call__ = called
