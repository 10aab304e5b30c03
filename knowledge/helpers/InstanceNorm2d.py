from helper import InstanceNorm


class InstanceNorm2d(InstanceNorm):
    """A norm of each channel of each item, as torch.nn.InstanceNorm2d.

    With track_running_stats, evaluation takes the running statistics.
    """

    unbatched = 3  # how many axes an input without a batch has

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=False,
        track_running_stats=False,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        tracked = track_running_stats
        super().__init__(num_features, eps, momentum, affine, tracked, dtype, bias)
