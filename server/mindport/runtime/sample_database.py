"""The worker's half of torch's own samples in torch: chooses them, writes them, runs them.

Torch's wheel carries them in the database of its own tests, which needs the package
``expecttest``. It is imported here at the top, so that a worker loads it once for all its jobs.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import module_db
from torch.testing._internal.common_optimizers import optim_db

from . import plain
from .compare import compare
from .example_job import Ran, run_torch
from .sample_job import built
from .sample_source import (
    LARGEST,
    UnwritableError,
    making,
    symbols_of,
    written,
    written_module,
    written_optimizer,
)

MOST = 20  # samples a symbol in the first dtype that it takes
MOST_OTHERS = 4  # and in each other
DTYPES = ("float32", "int64", "bool", "float64", "float16", "complex64")
UNINITIALISED = (
    "empty",
    "empty_like",
    "empty_strided",
    "empty_permuted",
    "new_empty",
    "new_empty_strided",
)
# Random places, which two draws on a small input may not show.
DRAWN = ("fractional_max_pool2d", "fractional_max_pool3d")


def groups() -> list[dict[str, Any]]:
    """What there are samples of: ``{"key", "symbols"}`` each, symbols as torch writes them."""
    database = _database()
    return [{"key": key, "symbols": symbols} for key, (symbols, _) in database.items()]


def torch_samples(
    key: str,
    symbols: Sequence[str],
    folder: str,
    dtypes: Sequence[str] = DTYPES,
    most: Sequence[int] = (MOST, MOST_OTHERS),
) -> list[dict[str, Any]]:
    """Choose, write and run samples of one group; each is kept in ``folder``/INDEX.npz.

    ``most`` is how many a symbol gets in the first of the ``dtypes`` that it takes, and in each
    other. Returns for each its symbol, source, inputs (name, dtype, shape), size, dtype and mode.
    """
    _, make = _database()[key]
    kept: list[dict[str, Any]] = []
    for dtype, samples in make(symbols, dtypes, most):
        for sample in samples:
            place = Path(folder, f"{len(kept)}.npz")
            described = run_sample(sample, place)
            if described is not None:
                kept.append({**described, "dtype": dtype})
    return kept


def run_sample(sample: Any, place: Path) -> dict[str, Any] | None:
    """Run and keep one sample; None where torch itself refuses it or it is too large."""
    stored = {name: _stored(tensor) for name, tensor in sample.inputs.items()}
    before = {name: plain.torch_leaf(built(item, _from_numpy)) for name, item in stored.items()}
    seen: list[Ran] = []
    weights: dict[str, Any] = {}
    for seed in (0, 1):
        inputs = {name: built(item, _from_numpy) for name, item in stored.items()}
        try:
            ran = run_torch(sample.source, inputs, sample.compare, seed)
        except Exception:
            return None
        weights = weights or dict(ran.weights)
        seen.append(ran)
        if weights:
            break
    expected = seen[0].value
    if sum(leaf.array.size for _, leaf in plain.leaves(expected)) > LARGEST:
        return None
    mode = sample.compare
    if mode == "value" and compare(expected, seen[-1].value, 0.0, 0.0).outcome != "equal":
        mode = "shape"
    if weights and mode == "value" and _is_random(sample):
        mode = "shape"
    if sample.symbol.rpartition(".")[2] in (*UNINITIALISED, *DRAWN):
        mode = "shape"
    kept = {"inputs": stored, "weights": weights, "expected": expected}
    plain.save(place, cast(Any, {**kept, "before": before, "held": seen[0].held}))
    leaves = [item["data"] for item in stored.values()]
    inputs_text = [_described(name, tensor) for name, tensor in sample.inputs.items()]
    return {
        "index": int(place.stem),
        "symbol": sample.symbol,
        "source": sample.source,
        "names": list(stored),
        "inputs": ", ".join(inputs_text),
        "made": {name: making(tensor) for name, tensor in sample.inputs.items()},
        "traits": _traits(sample.inputs.values()),
        "size": sum(int(leaf.array.size) for leaf in leaves) + len(sample.source),
        "mode": mode,
    }


def _is_random(sample: Any) -> bool:
    """Whether a layer draws random numbers when it is called: its rate of dropout is not 0."""
    drops = "Dropout" in sample.symbol or "RReLU" in sample.symbol or "Transformer" in sample.symbol
    return drops and "m.eval()" not in sample.source


def _described(name: str, tensor: Any) -> str:
    kind = plain.dtype_name(str(tensor.dtype))
    layout = "" if tensor.is_contiguous() else ", not contiguous"
    return f"{name} {kind} {tuple(tensor.shape)}{layout}"


def _traits(tensors: Iterable[Any]) -> list[str]:
    """What may be the reason that a sample comes out otherwise, its arguments aside."""
    found = []
    for tensor in tensors:
        found += ["empty"] * (tensor.numel() == 0)
        found += ["0-d"] * (tensor.dim() == 0)
        found += ["non-contiguous"] * (not tensor.is_contiguous())
        found += ["nan"] * bool(tensor.isnan().any())
    return sorted(set(found))


def _stored(tensor: Any) -> dict[str, Any]:
    """A tensor's data and how it lies in memory: dense, with its axes permuted, or with gaps."""
    if tensor.is_contiguous() or tensor.dim() == 0:
        return {"data": plain.torch_leaf(tensor), "layout": "dense", "axes": None}
    axes = sorted(range(tensor.dim()), key=lambda axis: -tensor.stride(axis))
    permuted = tensor.permute(axes)
    if permuted.is_contiguous():
        back = [axes.index(axis) for axis in range(len(axes))]
        return {"data": plain.torch_leaf(permuted), "layout": "permuted", "axes": back}
    leaf = plain.torch_leaf(tensor)
    doubled = np.repeat(leaf.array, 2, axis=-1)
    return {"data": plain.Leaf("tensor", leaf.dtype, doubled), "layout": "gaps", "axes": None}


def _from_numpy(array: Any) -> Any:
    return torch.from_numpy(array.copy())


# ---- which samples there are

Samples = Iterator[tuple[str, list[Any]]]
Maker = Callable[[Sequence[str], Sequence[str], Sequence[int]], Samples]


def _database() -> dict[str, tuple[list[str], Maker]]:
    """By key the symbols, and what makes their chosen samples by dtype."""
    operators: dict[str, list[Any]] = {}
    for info in op_db:
        last = info.name.rpartition(".")[2]
        private = last.startswith("_") and not last.endswith("__")
        if not private and not info.name.startswith("torch."):
            operators.setdefault(info.name, []).append(info)
    found: dict[str, tuple[list[str], Maker]] = {}
    for name, infos in operators.items():
        names = [name, *dict.fromkeys(alias.name for info in infos for alias in info.aliases)]
        by_symbol = {symbol: one for one in names for symbol in symbols_of(one)}
        found[f"operator {name}"] = (list(by_symbol), _operator_maker(infos, by_symbol))
    for info in module_db:
        if info.module_cls.__module__.startswith("torch.nn.modules"):
            symbol = f"torch.nn.{info.module_cls.__name__}"
            found[f"module {symbol}"] = ([symbol], _module_maker(info))
    for info in optim_db:
        symbol = f"torch.optim.{info.optim_cls.__name__}"
        found[f"optimizer {symbol}"] = ([symbol], _optimizer_maker(info))
    return found


def _operator_maker(infos: list[Any], by_symbol: Mapping[str, str]) -> Maker:
    def make(symbols: Sequence[str], dtypes: Sequence[str], most: Sequence[int]) -> Samples:
        count, others = most
        for dtype in dtypes:
            kind = getattr(torch, dtype)
            raw = [
                sample
                for info in infos
                if kind in info.supported_dtypes("cpu")
                for sample in _drawn(partial(info.sample_inputs, "cpu", kind), info.name + dtype)
            ]
            if not raw:
                continue
            chosen: list[Any] = []
            for symbol in symbols:
                mine = []
                for sample in raw:
                    try:
                        mine.append(
                            written(
                                symbol, by_symbol[symbol], sample.input, sample.args, sample.kwargs
                            )
                        )
                    except UnwritableError:
                        continue
                chosen += _choose(mine, count)
            count = others
            yield dtype, chosen

    return make


def _module_maker(info: Any) -> Maker:
    """A layer's parameters are float32 unless the model is told otherwise: no other dtypes."""

    def make(_: Sequence[str], __: Sequence[str], most: Sequence[int]) -> Samples:
        found = []
        modes = (True, False) if info.train_and_eval_differ else (True,)
        for training in modes if torch.float32 in info.dtypes else ():
            draw = partial(
                info.module_inputs_func,
                info,
                "cpu",
                torch.float32,
                requires_grad=False,
                training=training,
            )
            for sample in _drawn(draw, info.name):
                built, forward = sample.constructor_input, sample.forward_input
                with suppress(UnwritableError):
                    if forward is not None:
                        found.append(
                            written_module(info.module_cls, built, forward, training=training)
                        )
        yield "float32", _choose(found, most[0])

    return make


def _optimizer_maker(info: Any) -> Maker:
    def make(_: Sequence[str], __: Sequence[str], most: Sequence[int]) -> Samples:
        found = []
        for sample in info.optim_inputs_func("cpu"):
            try:
                found.append(written_optimizer(info.optim_cls, sample.kwargs))
            except UnwritableError:
                continue
        yield "float32", _choose(found, most[0])

    return make


def _drawn(make: Callable[[], Iterable[Any]], seed: str) -> list[Any]:
    """The samples, the same in every run; none where torch cannot make them."""
    number = zlib.crc32(seed.encode())
    random.seed(number)
    torch.manual_seed(number)
    np.random.seed(number)
    try:
        return list(make())
    except Exception:
        return []


def _choose(samples: list[Any], most: int) -> list[Any]:
    """At most ``most`` samples: as many ways of calling as there are, then as many inputs."""
    by_source: dict[str, dict[str, Any]] = {}
    for sample in samples:
        if sum(tensor.numel() for tensor in sample.inputs.values()) <= LARGEST:
            inputs = ", ".join(_described(*item) for item in sample.inputs.items())
            by_source.setdefault(sample.source, {}).setdefault(inputs, sample)
    ways = [list(alike.values()) for alike in by_source.values()]
    if len(ways) > most:
        ways = [ways[index * len(ways) // most] for index in range(most)]
    rounds = max(map(len, ways), default=0)
    spread = [way[turn] for turn in range(rounds) for way in ways if turn < len(way)]
    return spread[:most]
