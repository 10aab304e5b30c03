"""Optimizers of the user's that say themselves what a step is."""

from __future__ import annotations

from mindport.nodes import name_of
from mindport.symbols.torch_api import load
from mindport.symbols.values import ClassInfo

OPTIMIZER = "torch.optim.Optimizer"
BASE = "OwnStep"  # the base that a fix puts before those of such an optimizer


def runs_own_step(info: ClassInfo) -> bool:
    """Whether it is an optimizer whose step is said by it or by a base of the user's."""
    if info.torch_base is None or not load().is_subclass(info.torch_base, OPTIMIZER):
        return was_moved(info)
    return has_own_step(info)


def has_own_step(info: ClassInfo) -> bool:
    """Whether it or a base of the user's says what a step is."""
    above = (base.info for base in info.bases)
    return overrides_step(info) or any(
        isinstance(base, ClassInfo) and has_own_step(base) for base in above
    )


def overrides_step(info: ClassInfo) -> bool:
    """Whether the class itself says what a step is."""
    return "step" in info.methods


def was_moved(info: ClassInfo) -> bool:
    """Whether a fix has put the base before those of it, or of a base of the user's."""
    if info.node is not None and any(name_of(base) == BASE for base in info.node.bases):
        return True
    return any(isinstance(base.info, ClassInfo) and was_moved(base.info) for base in info.bases)
