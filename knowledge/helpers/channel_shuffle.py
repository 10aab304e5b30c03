from mindspore import Tensor


def channel_shuffle(input, groups) -> Tensor:
    """The channels (axis 1) of a tensor in turn from each of the groups that they make up.

    Equals torch.nn.functional.channel_shuffle.
    """
    batch, channels, *rest = input.shape
    grouped = input.reshape(batch, groups, channels // groups, *rest)
    return grouped.swapaxes(1, 2).reshape(input.shape)
