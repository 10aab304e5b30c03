from helper import fractional_max_pool2d
from mindspore import nn


class FractionalMaxPool2d(nn.Cell):
    """The largest values of output_size windows at random places: (..., H, W) to (..., *output_size).

    Equals torch.nn.FractionalMaxPool2d; with return_indices the flat places come, too.
    """

    def __init__(
        self,
        kernel_size,
        output_size=None,
        output_ratio=None,
        return_indices=False,
        _random_samples=None,
    ):
        super().__init__()
        self.kernel_size = kernel_size
        self.output_size = output_size
        self.output_ratio = output_ratio
        self.return_indices = return_indices
        self._random_samples = _random_samples

    def construct(self, input):
        return fractional_max_pool2d(
            input,
            self.kernel_size,
            self.output_size,
            self.output_ratio,
            self.return_indices,
            self._random_samples,
        )
