from mindspore import mint


class GroupNorm(mint.nn.GroupNorm):
    """mindspore.mint.nn.GroupNorm with the arguments of torch.nn.GroupNorm."""

    def __init__(
        self,
        num_groups,
        num_channels,
        eps=1e-5,
        affine=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__(num_groups, num_channels, eps, affine, dtype)
        if affine and not bias:
            del self.bias
            self.bias = None
