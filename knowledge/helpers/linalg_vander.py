import mindspore as ms
from mindspore import ops


def linalg_vander(x, number=None) -> ms.Tensor:
    """The powers 0 to number - 1 of each value of (*, n) along a new last axis: (*, n, number).

    Equals torch.linalg.vander; number is n where it is not given.
    """
    x = x if x.ndim else x.reshape(1)
    columns = [ops.ones_like(x)]
    for _ in range((x.shape[-1] if number is None else number) - 1):
        columns.append(columns[-1] * x)
    return ops.stack(columns, axis=-1)
