from mindspore import mint


class InstanceNorm1d(mint.nn.GroupNorm):
    """mindspore.mint.nn.GroupNorm of one channel a group, with the arguments of torch's layer.

    Equals torch.nn.InstanceNorm1d without running statistics.
    """

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
        if track_running_stats:
            raise NotImplementedError("InstanceNorm1d keeps no running statistics")
        super().__init__(num_features, num_features, eps, affine, dtype)
        self.num_features = num_features
        if affine and not bias:
            del self.bias
            self.bias = None

    def construct(self, input):
        if input.ndim == 2:
            return super().construct(input.expand_dims(0)).squeeze(0)
        return super().construct(input)
