"""Random numbers that are the same in both frameworks, for scripts that draw them.

Each function of numpy's global generator gets a generator of its own, so that what a framework takes
for its initial weights moves nothing. Distributions, dropout, integers and orders draw from numpy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from tests.scenarios.recorder import compilable

OF_NUMPY = (
    "choice",
    "gumbel",
    "normal",
    "permutation",
    "rand",
    "randint",
    "randn",
    "random",
    "random_sample",
    "shuffle",
    "standard_normal",
    "uniform",
)
NORMAL, DROPOUT, INTEGERS, ORDERS = 30, 31, 32, 34
SEED_OF_MINDSPORE = 1 << 63  # what mindspore.common.initializer draws its seeds below


def of_numpy() -> None:
    """Numpy's global functions, each with a generator of its own that no seed reaches."""
    for index, name in enumerate(OF_NUMPY):
        drawn = getattr(np.random.RandomState(100 + index), name)
        if name == "randint":
            drawn = _but_seeds(drawn, np.random.randint)
        setattr(np.random, name, drawn)


def _but_seeds(drawn: Callable[..., Any], known: Callable[..., Any]) -> Callable[..., Any]:
    def randint(low: int, high: int | None = None, *others: Any, **named: Any) -> Any:
        is_seed = isinstance(high, int) and high >= SEED_OF_MINDSPORE - 1
        return (known if is_seed else drawn)(low, high, *others, **named)

    return randint


def _channels(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of a mask that drops whole channels of a batch."""
    return shape[:2] + (1,) * len(shape[2:])


def _again_before(optimizer: type, drawing: np.random.Generator) -> None:
    """Begin anew where weights are carried over, whatever was drawn for those before."""
    begin, make = drawing.bit_generator.state, optimizer.__init__

    def init(self: Any, *given: Any, **named: Any) -> None:
        drawing.bit_generator.state = begin
        make(self, *given, **named)

    optimizer.__init__ = init  # type: ignore[misc]


def in_torch() -> None:
    """Let torch draw from numpy."""
    import torch
    from torch import distributions, nn
    from torch.utils.data import RandomSampler

    of_numpy()
    draw = np.random.default_rng

    def tensor(array: Any) -> Any:
        return torch.from_numpy(np.asarray(array, np.float32))

    deviations = draw(NORMAL)

    def normal(self: Any, sample_shape: Any = ()) -> Any:
        shape = tuple(sample_shape) + tuple(self.loc.shape)
        return self.loc + self.scale * tensor(deviations.standard_normal(shape))

    def categorical(self: Any, sample_shape: Any = ()) -> Any:
        noise = np.random.gumbel(size=tuple(sample_shape) + tuple(self.logits.shape))
        return torch.from_numpy(np.asarray((noise + self.logits.detach().numpy()).argmax(-1)))

    distributions.Normal.rsample = normal  # type: ignore[method-assign]
    distributions.Normal.sample = lambda self, sample_shape=(): normal(self, sample_shape).detach()  # type: ignore[method-assign]
    distributions.Categorical.sample = categorical  # type: ignore[method-assign]
    masks = draw(DROPOUT)

    def dropout(input: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:
        if not training or p == 0:
            return input
        return input * tensor(masks.random(tuple(input.shape)) >= p) / (1 - p)

    def channels(input: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:
        return input * dropout(torch.ones(_channels(tuple(input.shape))), p, training)

    nn.functional.dropout = dropout
    for name in ("dropout1d", "dropout2d", "dropout3d"):
        setattr(nn.functional, name, channels)
    integers = draw(INTEGERS)

    def randint(low: int, high: Any = None, size: Any = None, **_: Any) -> Any:
        if size is None or not isinstance(high, int):
            low, high, size = 0, low, high if size is None else size
        return torch.from_numpy(integers.integers(low, high, tuple(size)))

    torch.randint = randint  # type: ignore[assignment]
    uniform_ = torch.Tensor.uniform_

    def uniform(self: Any, low: float = 0, high: float = 1, **named: Any) -> Any:
        if sys._getframe(1).f_code.co_filename == torch.nn.init.__file__:
            return uniform_(self, low, high, **named)  # weights are carried over, not drawn
        with torch.no_grad():
            return self.copy_(torch.rand_like(self) * (high - low) + low)

    torch.Tensor.uniform_ = uniform  # type: ignore[method-assign]

    def drawn_normal(mean: Any, std: Any = 1.0, size: Any = None, **_: Any) -> Any:
        shape = np.broadcast_shapes(np.shape(mean), np.shape(std)) if size is None else tuple(size)
        with torch.no_grad():
            return tensor(deviations.standard_normal(shape)) * std + mean

    torch.normal = drawn_normal  # type: ignore[assignment]
    normal_ = torch.Tensor.normal_

    def normal_there(self: Any, mean: float = 0, std: float = 1, **named: Any) -> Any:
        if sys._getframe(1).f_code.co_filename == torch.nn.init.__file__:
            return normal_(self, mean, std, **named)
        with torch.no_grad():
            return self.copy_(drawn_normal(mean, std, self.shape))

    torch.Tensor.normal_ = normal_there  # type: ignore[method-assign]
    _again_before(torch.optim.Optimizer, deviations)
    orders = draw(ORDERS)
    torch.randperm = lambda n, **_: torch.from_numpy(orders.permutation(n))  # type: ignore[assignment]

    def order(self: Any) -> Any:
        return iter(np.random.permutation(len(self.data_source)).tolist())

    RandomSampler.__iter__ = order  # type: ignore[method-assign]


def in_mindspore(graph: bool = False) -> None:
    """Let MindSpore draw what torch draws; with ``graph``, what drops out is compiled."""
    import mindspore
    from mindspore import mint, nn, ops
    from mindspore.experimental import optim

    of_numpy()
    draw = np.random.default_rng

    def tensor(array: Any) -> Any:
        return mindspore.Tensor(np.asarray(array, np.float32))

    masks = draw(DROPOUT)
    if graph:
        numbers = compilable("dropout", masks.random)(False)
    else:

        def numbers(shape: tuple[int, ...]) -> Any:
            return mindspore.Tensor(masks.random(shape))

    def dropout(input: Any, p: float = 0.5, training: bool = True, *_: Any, **__: Any) -> Any:
        if not training or p == 0:
            return input
        return input * (numbers(tuple(input.shape)) >= p).astype(mindspore.float32) / (1 - p)

    def construct(self: Any, x: Any) -> Any:
        share = self.p if getattr(self, "p", None) is not None else 1 - self.keep_prob
        return dropout(x, share, self.training)

    def channels(self: Any, x: Any) -> Any:
        share = self.p if getattr(self, "p", None) is not None else 1 - self.keep_prob
        return x * dropout(ops.ones(_channels(tuple(x.shape)), x.dtype), share, self.training)

    for layer in (nn.Dropout1d, nn.Dropout2d, nn.Dropout3d):
        layer.construct = channels
    nn.Dropout.construct = construct
    mint.nn.Dropout.construct = construct
    ops.dropout = mint.nn.functional.dropout = dropout
    integers = draw(INTEGERS)

    def randint(low: int, high: Any = None, size: Any = None, **_: Any) -> Any:
        if size is None or not isinstance(high, int):
            low, high, size = 0, low, high if size is None else size
        return mindspore.Tensor(integers.integers(low, high, tuple(size)))

    ops.randint = mint.randint = randint
    deviations = draw(NORMAL)

    def standard_normal(shape: Any, *_: Any, **__: Any) -> Any:
        return tensor(deviations.standard_normal(tuple(shape)))

    def drawn_normal(shape: Any, mean: Any, stddev: Any, *_: Any, **__: Any) -> Any:
        return standard_normal(shape) * stddev + mean

    ops.standard_normal, ops.normal = standard_normal, drawn_normal
    _again_before(optim.Optimizer, deviations)
    orders = draw(ORDERS)

    def randperm(n: int, **_: Any) -> Any:
        return mindspore.Tensor(orders.permutation(n))

    ops.randperm = mint.randperm = randperm
