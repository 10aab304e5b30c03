import mindspore as ms


def sum_to_size(input, *size) -> ms.Tensor:
    """Sum the axes that broadcasting would have made out of a tensor of this size.

    Equals torch.Tensor.sum_to_size.
    """
    shape = size[0] if len(size) == 1 and not isinstance(size[0], int) else size
    if len(shape) == 0:
        return input.sum()
    for _ in range(input.ndim - len(shape)):
        input = input.sum(0)
    for axis, wanted in enumerate(shape):
        if wanted == 1 and input.shape[axis] != 1:
            input = input.sum(axis, keepdims=True)
    return input
