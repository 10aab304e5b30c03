import mindspore as ms
from mindspore import ops


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0) -> ms.Tensor:
    """Divide each channel of (N, C, *) by what the channels near it hold.

    Equals torch.nn.functional.local_response_norm; size is the number of channels.
    """
    squares = input * input
    before, after = size // 2, (size - 1) // 2
    channels = input.shape[1]
    sums = []
    for channel in range(channels):
        first, last = max(0, channel - before), min(channels, channel + after + 1)
        sums.append(squares[:, first:last].sum(1))
    near = ops.stack(sums, axis=1) / size
    if not input.is_floating_point():
        near = ops.floor(near)  # torch's mean of whole numbers
    return input / ops.pow(near * alpha + k, beta)
