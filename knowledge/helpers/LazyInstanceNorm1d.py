from helper import InstanceNorm1d
from mindspore import ops


class LazyInstanceNorm1d(InstanceNorm1d):
    """An instance norm whose num_features are the channels of its first input, of shape (N, C, L) or (C, L).

    Equals torch.nn.LazyInstanceNorm1d; until the first call its parameters have one element. Call
    it once before the optimizer is made, as in torch. Works in PyNative mode.
    """

    def __init__(
        self,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        tracked = track_running_stats
        super().__init__(1, eps, momentum, affine, tracked, device, dtype, bias=bias)
        self.seen = False

    def construct(self, input):
        if not self.seen:
            self.seen = True
            channels = input.shape[-2]
            self.num_groups = self.num_channels = self.num_features = channels
            for parameter in self.get_parameters(expand=False):
                parameter.set_data(ops.tile(parameter, (channels,)), slice_shape=True)
        return super().construct(input)
