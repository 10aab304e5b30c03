import mindspore as ms
from mindspore import nn


class LazyBatchNorm1d(nn.BatchNorm1d):
    """A batch norm whose num_features are the channels of its first input, of shape (N, C) or (N, C, L).

    Equals torch.nn.LazyBatchNorm1d; until the first call its parameters have one element. Call it
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
        if track_running_stats and momentum is None:
            raise NotImplementedError("LazyBatchNorm1d has no cumulative average, momentum=None")
        super().__init__(
            1,
            eps,
            1.0 - (momentum or 0.0),
            affine,
            use_batch_statistics=None if track_running_stats else True,
            dtype=dtype or ms.float32,
        )
        self.affine = affine
        self.seen = False

    def construct(self, x):
        if not self.seen:
            self.seen = True
            self.num_features = x.shape[1]
            first = nn.BatchNorm1d(self.num_features, dtype=self.gamma.dtype)
            self.gamma.set_data(first.gamma, slice_shape=True)
            self.beta.set_data(first.beta, slice_shape=True)
            self.moving_mean.set_data(first.moving_mean, slice_shape=True)
            self.moving_variance.set_data(first.moving_variance, slice_shape=True)
        return super().construct(x)
