from mindspore import nn, ops


class AdaptiveMaxPool1d(nn.AdaptiveMaxPool1d):
    """mindspore.nn.AdaptiveMaxPool1d for every length, as torch.nn.AdaptiveMaxPool1d."""

    def __init__(self, output_size, return_indices=False):
        if return_indices:
            raise NotImplementedError("AdaptiveMaxPool1d gives no indices")
        super().__init__(output_size if isinstance(output_size, int) else output_size[0])

    def construct(self, input):
        size = (1, self.output_size)
        return ops.adaptive_max_pool2d(input.expand_dims(-2), size).squeeze(-2)
