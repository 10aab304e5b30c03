from mindspore import nn, ops


class AdaptiveAvgPool1d(nn.AdaptiveAvgPool1d):
    """mindspore.nn.AdaptiveAvgPool1d for every length, as torch.nn.AdaptiveAvgPool1d."""

    def __init__(self, output_size):
        super().__init__(output_size if isinstance(output_size, int) else output_size[0])

    def construct(self, input):
        size = (1, self.output_size)
        return ops.adaptive_avg_pool2d(input.expand_dims(-2), size).squeeze(-2)
