import mindspore as ms
from mindspore import mint, ops


class InstanceNorm(mint.nn.GroupNorm):
    """mindspore.mint.nn.GroupNorm of one channel a group, which may keep running statistics.

    What torch's InstanceNorm1d, InstanceNorm2d and InstanceNorm3d have in common.
    """

    unbatched = 0

    def __init__(self, num_features, eps, momentum, affine, track_running_stats, dtype, bias):
        super().__init__(num_features, num_features, eps, affine, dtype)
        self.num_features = num_features
        self.momentum = momentum
        self.track_running_stats = track_running_stats
        if affine and not bias:
            del self.bias
            self.bias = None
        if track_running_stats:
            mean = ops.zeros(num_features, dtype or ms.float32)
            self.moving_mean = ms.Parameter(mean, requires_grad=False)
            self.moving_variance = ms.Parameter(ops.ones_like(mean), requires_grad=False)

    def construct(self, input):
        x = input.expand_dims(0) if input.ndim == self.unbatched else input
        if self.track_running_stats and not self.training:
            result = self._by_running(x)
        else:
            result = mint.nn.GroupNorm.construct(self, x)
            if self.track_running_stats:
                self._keep(ops.stop_gradient(x).reshape(x.shape[0], x.shape[1], -1))
        return result.squeeze(0) if input.ndim == self.unbatched else result

    def _by_running(self, x):
        shape = (-1,) + (1,) * (x.ndim - 2)
        scale = ops.rsqrt(self.moving_variance + self.eps).reshape(shape)
        result = (x - self.moving_mean.reshape(shape)) * scale
        if self.weight is not None:
            result = result * self.weight.reshape(shape)
        return result if self.bias is None else result + self.bias.reshape(shape)

    def _keep(self, values):
        mean = values.mean(2, keep_dims=True)
        var = ((values - mean) ** 2).sum(2) / (values.shape[2] - 1)
        share = self.momentum or 0.0
        mean = (1 - share) * self.moving_mean + share * mean.squeeze(2).mean(0)
        ops.assign(self.moving_mean, mean)
        ops.assign(self.moving_variance, (1 - share) * self.moving_variance + share * var.mean(0))
