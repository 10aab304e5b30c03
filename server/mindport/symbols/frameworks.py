"""Frameworks that are neither torch nor MindSpore: their tensors and networks have methods of torch's
names."""

from __future__ import annotations

import ast

from mindport.nodes import find

OTHER_FRAMEWORKS = frozenset(
    {"chainer", "flax", "jax", "jittor", "keras", "megengine", "mlx", "mxnet", "oneflow", "paddle",
     "tensorflow", "theano", "tinygrad"}
)  # fmt: skip
TORCH = ("torch", "torchvision", "torchaudio", "torchtext", "torch_npu")
MOVED = frozenset({*TORCH, "mindspore"})


def is_of_another(tree: ast.Module) -> bool:
    """Whether a file imports another framework, and neither torch nor MindSpore."""
    plain = (one.name for statement in find(tree, ast.Import) for one in statement.names)
    modules = (s.module or "" for s in find(tree, ast.ImportFrom) if not s.level)
    roots = {name.partition(".")[0] for name in (*plain, *modules)}
    return roots.isdisjoint(MOVED) and not roots.isdisjoint(OTHER_FRAMEWORKS)
