from helper import BatchNorm2d


class BatchNormBase(BatchNorm2d):
    """What torch's _BatchNorm is to classes that derive from it: x is (N, C) or (N, C, *sizes).

    A class may say in _check_input_dim(x) which of them it takes.
    """

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias
        )

    def _check_input_dim(self, x):
        pass

    def construct(self, x):
        self._check_input_dim(x)
        batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        norm = self.bn_train if batch else self.bn_infer
        flat = x.reshape((x.shape[0], x.shape[1], -1, 1))
        kept = (self.moving_mean, self.moving_variance)
        return norm(flat, self.gamma, self.beta, *kept)[0].reshape(x.shape)
