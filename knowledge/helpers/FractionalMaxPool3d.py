from helper import fractional_max_pool3d
from mindspore import nn


class FractionalMaxPool3d(nn.Cell):
    """The largest values of output_size boxes at random places: (..., D, H, W) to (..., *output_size).

    Equals torch.nn.FractionalMaxPool3d; with return_indices the flat places come, too.
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
        return fractional_max_pool3d(
            input,
            self.kernel_size,
            self.output_size,
            self.output_ratio,
            self.return_indices,
            self._random_samples,
        )
