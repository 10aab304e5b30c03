import itertools

import mindspore as ms
from mindspore import ops


def combinations(input, r=2, with_replacement=False) -> ms.Tensor:
    """All choices of r values of a vector (n,), one a row: (choices, r).

    Equals torch.combinations.
    """
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(len(input)), r))
    if not rows:
        return ops.zeros((0, r), input.dtype)
    return input[ms.Tensor(rows, ms.int32)]
