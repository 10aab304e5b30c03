from mindspore import nn, ops


class LocalResponseNorm(nn.Cell):
    """Divide each channel of (N, C, *) by what the channels near it hold.

    Equals torch.nn.LocalResponseNorm; size is the number of channels.
    """

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def construct(self, input):
        squares = input * input
        before, after = self.size // 2, (self.size - 1) // 2
        channels = input.shape[1]
        sums = []
        for channel in range(channels):
            first, last = max(0, channel - before), min(channels, channel + after + 1)
            sums.append(squares[:, first:last].sum(1))
        near = ops.stack(sums, axis=1) / self.size
        return input / ops.pow(near * self.alpha + self.k, self.beta)
