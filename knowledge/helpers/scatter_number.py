import mindspore as ms
from mindspore import ops


def scatter_number(input, dim, index, value, reduce) -> ms.Tensor:
    """Add a number to the places of a copy of input that index names along dim, or multiply them.

    Equals torch.scatter with a number as value, and "add" or "multiply" for reduce.
    """
    ones = ops.ones(index.shape, dtype=input.dtype)
    counts = ops.tensor_scatter_elements(ops.zeros_like(input), index, ones, dim, "add")
    changed = input + counts * value if reduce == "add" else input * value**counts
    return changed.astype(input.dtype)
