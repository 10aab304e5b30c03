"""What a module class is built from and called with, guessed by the names of its parameters."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

WIDTH = 8  # channels, features, classes, words: whatever has to fit together
BATCH = 4
LENGTHS = [16, 12, 9, 16]


class Code(str):
    """A value that is given as code."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Taste:
    """What cannot be told from a name: whether features come last, and how an activation is given."""

    features_last: bool
    activation: Any


TASTES = [
    Taste(last, activation)
    for last in (False, True)
    for activation in (Code("nn.ReLU()"), "relu", Code("nn.ReLU"))
]

WORDS: list[tuple[tuple[str, ...], Any]] = [
    (("dropout", "attn_drop", "proj_drop", "drop_path", "drop_rate"), 0.0),
    (("kernel", "ksize"), 3),
    (("stride", "dilation", "groups", "upscale"), 1),
    (("padding",), 1),
    (("dim_head", "head_dim"), WIDTH // 2),
    (("head",), 2),
    (("depth", "layers", "num_blocks", "repeat"), 2),
    (("image_size", "img_size", "resolution"), 16),
    (("num_patches", "num_tokens"), 16),
    (("patch",), 4),
    (("seq", "len", "window", "max_"), 16),
    (("classes", "vocab", "num_embeddings", "odim", "n_class"), WIDTH),
    (("ratio", "expansion", "mult", "factor"), 2),
    (("eps",), 1e-5),
    (("rate", "momentum", "alpha", "gamma", "beta", "margin", "temperature"), 0.5),
    (("weight", "scale", "lambda", "sigma"), 0.5),
    (("mode",), "nearest"),
]
NAMES: dict[str, Any] = {
    **dict.fromkeys(("drop", "p"), 0.0),
    **dict.fromkeys(("k", "ks"), 3),
    **dict.fromkeys(("d_k", "d_v"), WIDTH // 2),
    **dict.fromkeys(("pad", "reduction"), 1),
    **dict.fromkeys(("img_channels", "image_channels"), 3),
    "tau": 0.5,
    "bias": True,
}
TYPES: dict[str, Any] = {"bool": True, "float": 0.5, "str": "mean"}
HOLDERS = ("fn", "net", "module", "layer", "block", "model", "encoder", "backbone")

# What kind of numbers an input holds, and its shape.
INPUTS: dict[str, tuple[str, tuple[int, ...]]] = {
    "image": ("normal", (BATCH, WIDTH, 16, 16)),
    "sequence": ("normal", (BATCH, 16, WIDTH)),
    "channels": ("normal", (BATCH, WIDTH, 16)),
    "features": ("normal", (BATCH, WIDTH)),
    "rgb": ("normal", (BATCH, 3, 16, 16)),
    "gray": ("normal", (BATCH, 1, 16, 16)),
    "wave": ("normal", (BATCH, 64)),
    "audio": ("normal", (BATCH, 1, 256)),
    "volume": ("normal", (BATCH, WIDTH, 4, 6, 6)),
    "time_first": ("normal", (16, BATCH, WIDTH)),
    "attention": ("normal", (BATCH, 2, 16, 4)),
    "matrix": ("normal", (BATCH, 16, 16)),
    "points": ("normal", (BATCH, 16, 2)),
    "points_3d": ("normal", (BATCH, 16, 3)),
    "rotation": ("normal", (BATCH, 3, 3)),
    "vector": ("normal", (BATCH,)),
    "probability": ("uniform", (BATCH, 1, 16, 16)),
    "picture": ("uniform", (BATCH, 3, 16, 16)),
    "share": ("uniform", (BATCH, WIDTH)),
    "words": ("index", (BATCH, 16)),
    "labels": ("index", (BATCH,)),
    "label_map": ("index", (BATCH, 16, 16)),
    "binary": ("binary", (BATCH, WIDTH)),
    "lengths": ("length", (BATCH,)),
    "mask": ("mask", (BATCH, 16)),
    "row_mask": ("mask", (BATCH, 1, 16)),
}
FLOATING = [name for name, (kind, _) in INPUTS.items() if kind in ("normal", "uniform")]
FIRST = [*FLOATING, "words"]
FURTHER = [*FIRST[:4], "words", "labels", "lengths", "mask", "label_map", "binary", "gray"]
FURTHER += ["row_mask", "vector", "share", "probability", "rotation", "points"]
TRIED = 60  # combinations of the further inputs


def argument(parameter: inspect.Parameter, taste: Taste) -> Any:
    """What a constructor's parameter is given."""
    name = parameter.name.lower()
    annotation = str(parameter.annotation)
    if "Callable" in annotation or name.endswith("_layer") or name in ("norm", "act", "activation"):
        if "norm" in name:
            return Code("nn.LayerNorm" if taste.features_last else "nn.BatchNorm2d")
        if "act" in name:
            return taste.activation
    if name in HOLDERS:
        last = f"nn.Linear({WIDTH}, {WIDTH})"
        return Code(last if taste.features_last else f"nn.Conv2d({WIDTH}, {WIDTH}, 3, padding=1)")
    if name == "channels":
        return 3 if taste.features_last else WIDTH
    if name in NAMES:
        return NAMES[name]
    for words, value in WORDS:
        if any(word in name for word in words):
            return value
    if name.startswith(("use_", "with_")):
        return True
    for kind, value in TYPES.items():
        if annotation in (kind, f"<class '{kind}'>"):
            return value
    if "tuple" in annotation.lower():
        return (3, 3)
    return [WIDTH, WIDTH] if "list" in annotation.lower() else WIDTH


def arguments(build: inspect.Signature, taste: Taste) -> dict[str, Any]:
    """What a class is built from: its parameters without a default, and no dropout."""
    given: dict[str, Any] = {}
    for parameter in list(build.parameters.values())[1:]:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is parameter.empty:
            given[parameter.name] = argument(parameter, taste)
        elif ("drop" in parameter.name or parameter.name == "p") and _is_rate(parameter.default):
            given[parameter.name] = 0.0
    return given


def _is_rate(value: Any) -> bool:
    return isinstance(value, float) and value > 0


def input_names(call: inspect.Signature) -> list[str]:
    """The parameters of ``forward`` that are given: those without a default, or the first."""
    parameters = list(call.parameters.values())[1:]
    required = [
        p.name
        for p in parameters
        if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if required or not parameters:
        return required
    return ["inputs" if parameters[0].kind is parameters[0].VAR_KEYWORD else parameters[0].name]


def inputs(names: list[str]) -> Iterator[tuple[str, ...]]:
    """The kinds of inputs that are tried for parameters of these names, the likeliest first."""
    for first in FIRST if names else ():
        yield (first,) * len(names)
        if len(names) > 1:
            pools = [_pool(name.lower(), first) for name in names[1:]]
            for chosen in itertools.islice(itertools.product(*pools), TRIED):
                yield (first, *chosen)


def _pool(name: str, first: str) -> list[str]:
    if "len" in name:
        return ["lengths", "mask"]
    if "mask" in name:
        return ["mask", "row_mask", "lengths", first]
    if "target" in name or "label" in name or name in ("y", "gt"):
        return [first, "labels", "words", "label_map", "binary", "share"]
    return [first, *(kind for kind in FURTHER if kind != first)]


def made(kind: str, shape: tuple[int, ...], seed: int) -> np.ndarray[Any, Any]:
    """Numbers of a kind; programs hold the same text."""
    rng = np.random.RandomState(seed)
    if kind == "normal":
        return rng.randn(*shape).astype("float32")
    if kind == "uniform":
        return rng.rand(*shape).astype("float32")
    if kind == "binary":
        return (rng.rand(*shape) > 0.5).astype("float32")
    if kind == "index":
        return rng.randint(0, 8, shape).astype("int64")
    if kind == "length":
        return np.array([16, 12, 9, 16], "int64")
    return rng.rand(*shape) > 0.3
