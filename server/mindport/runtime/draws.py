"""Draws what large layers begin with in part, and repeats that part.

It costs more than what an example computes with them, and in MindSpore torch's weights take its
place at once. No row of a matrix is another's twin. Where a distribution is to be shown, all is
drawn. Needs numpy, so it belongs in workers, which patch a framework for their own process alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

Draw: TypeAlias = Callable[..., Any]
PART = 16_381  # a prime
LARGE = 4 * PART  # numbers from which on a part is drawn
DRAWS = (
    "_init_random_normal",
    "_init_random_normal_inplace",
    "_init_random_uniform",
    "_init_random_uniform_inplace",
    "_init_truncated_normal",
    "_init_truncated_normal_inplace",
)
METHODS = ("normal_", "uniform_")  # what torch.nn.init draws with
_wanted = False


def draw_in_part_in_torch(wanted: bool) -> None:
    """Patch what draws torch's parameters, from now on in part where that is ``wanted``."""
    import torch

    _patch(torch.Tensor, dict.fromkeys(METHODS, _parameter), wanted)


def _parameter(draw: Draw) -> Draw:
    """``draw`` is a method of a tensor, which it fills; of others than large parameters as it is."""
    from torch.nn import Parameter

    def drawn(tensor: Any, *settings: Any, **named: Any) -> Any:
        is_large = type(tensor) is Parameter and tensor.numel() > LARGE
        if not (_wanted and is_large and tensor.is_contiguous()):
            return draw(tensor, *settings, **named)
        numbers = tensor.detach().view(-1)
        draw(numbers[:PART], *settings, **named)
        _repeat(numbers)
        return tensor

    return drawn


def draw_in_part_in_mindspore(wanted: bool) -> None:
    """Patch what MindSpore's initializers draw with, from now on in part where that is ``wanted``."""
    from mindspore.common import initializer

    made = {name: _filled if name.endswith("_inplace") else _new for name in DRAWS}
    _patch(initializer, made, wanted)


def _patch(owner: Any, made: Mapping[str, Callable[[Draw], Draw]], wanted: bool) -> None:
    """Put what ``made`` makes of each draw in its place, unless it stands there."""
    global _wanted
    _wanted = wanted
    for name, drawn_by in made.items():
        draw = getattr(owner, name)
        if not hasattr(draw, "in_part"):
            drawn = drawn_by(draw)
            drawn.in_part = True  # type: ignore[attr-defined]
            setattr(owner, name, drawn)


def _filled(draw: Draw) -> Draw:
    """``draw`` takes the array that it fills as its last argument."""

    def drawn(*arguments: Any) -> None:
        *settings, array = arguments
        if not (_wanted and array.size > LARGE and array.flags.c_contiguous):
            draw(*arguments)
            return
        numbers = array.reshape(-1)
        draw(*settings, numbers[:PART])
        _repeat(numbers)

    return drawn


def _repeat(numbers: Any) -> None:
    """Fill an array, or a tensor, of one dimension with what it begins with."""
    for done in range(PART, len(numbers), PART):
        more = min(PART, len(numbers) - done)
        numbers[done : done + more] = numbers[:more]


def _new(draw: Draw) -> Draw:
    """``draw`` takes the shape of the array that it gives as its last argument."""

    def drawn(*arguments: Any) -> Any:
        *settings, shape = arguments
        if not (_wanted and np.prod(shape) > LARGE):
            return draw(*arguments)
        return np.resize(draw(*settings, (PART,)), shape)

    return drawn
