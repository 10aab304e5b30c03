from helper import LazyBatchNorm2d


class LazyBatchNorm3d(LazyBatchNorm2d):
    """A batch norm whose num_features are the channels of its first input, of shape (N, C, D, H, W).

    Equals torch.nn.LazyBatchNorm3d; until the first call its parameters have one element. Call it
    once before the optimizer is made, as in torch. Works in PyNative mode.
    """

    def __init__(
        self,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
    ):
        super().__init__(eps, momentum, affine, track_running_stats, device, dtype)

    def construct(self, x):
        planes = x.reshape(x.shape[0], x.shape[1], -1, x.shape[-1])
        return super().construct(planes).reshape(x.shape)
