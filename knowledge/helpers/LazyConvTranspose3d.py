from helper import ConvTranspose3d


class LazyConvTranspose3d(ConvTranspose3d):
    """A transposed convolution whose in_channels are those of its first input, of shape (N, C, D, H, W).

    Equals torch.nn.LazyConvTranspose3d; until the first call the weight is made for the fewest
    channels. Call it once before the optimizer is made, as in torch. Works in PyNative mode.
    """

    def __init__(
        self,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.given = (out_channels, kernel_size, stride, padding, output_padding, groups, bias)
        self.given += (dilation, padding_mode, device, dtype)
        super().__init__(groups, *self.given)
        self.seen = False

    def construct(self, x):
        if not self.seen:
            self.seen = True
            first = ConvTranspose3d(x.shape[1], *self.given)
            self.in_channels = x.shape[1]
            self.conv3d_transpose = first.conv3d_transpose
            self.weight.set_data(first.weight, slice_shape=True)
            if self.has_bias:
                self.bias.set_data(first.bias, slice_shape=True)
        return super().construct(x)
