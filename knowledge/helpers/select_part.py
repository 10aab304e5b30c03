from mindspore import Tensor


def select_part(input, dim, index) -> Tensor:
    """The part of a tensor at a place of one axis, without that axis; a copy.

    Equals torch.select.
    """
    return input[(slice(None),) * (dim % input.ndim) + (index,)]
