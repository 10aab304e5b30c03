import mindspore as ms
from mindspore import nn


class LazyConv3d(nn.Conv3d):
    """A convolution whose in_channels are those of its first input, of shape (N, C, D, H, W).

    Equals torch.nn.LazyConv3d; until the first call the weight is made for the fewest channels. Call
    it once before the optimizer is made, as in torch. Works in PyNative mode.
    """

    def __init__(
        self,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        if padding_mode != "zeros":
            raise NotImplementedError("LazyConv3d pads with zeros only")

        def triple(value):
            values = (value,) if isinstance(value, int) else tuple(value)
            return values * 3 if len(values) == 1 else values

        named = isinstance(padding, str)
        pads = triple(0 if named else padding)
        self.given = {
            "stride": triple(stride),
            "pad_mode": padding if named else "pad",
            "padding": 0 if named else (pads[0], pads[0], pads[1], pads[1], pads[2], pads[2]),
            "dilation": triple(dilation),
            "group": groups,
            "has_bias": bool(bias),
            "dtype": dtype or ms.float32,
        }
        super().__init__(groups, out_channels, triple(kernel_size), **self.given)
        self.seen = False

    def construct(self, x):
        if not self.seen:
            self.seen = True
            self.in_channels = x.shape[1]
            first = nn.Conv3d(self.in_channels, self.out_channels, self.kernel_size, **self.given)
            self.weight.set_data(first.weight, slice_shape=True)
            if self.has_bias:
                self.bias.set_data(first.bias, slice_shape=True)
        return super().construct(x)
