from helper import adaptive_max_pool3d
from mindspore import nn


class AdaptiveMaxPool3d(nn.Cell):
    """The largest values of output_size boxes: (..., D, H, W) to (..., *output_size).

    Equals torch.nn.AdaptiveMaxPool3d without indices.
    """

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        if return_indices:
            raise NotImplementedError("AdaptiveMaxPool3d gives no indices")
        self.output_size = output_size

    def construct(self, input):
        return adaptive_max_pool3d(input, self.output_size)
