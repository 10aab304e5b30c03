from helper import Conv2d
from mindspore import ops


class PaddedConv2d(Conv2d):
    """torch.nn.Conv2d for x of shape (N, C, H, W) that pads with what x holds.

    padding_mode is "zeros", "reflect", "replicate" or "circular".
    """

    def __init__(
        self,
        in_channels,
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
        def pair(value):
            values = (value,) if isinstance(value, int) else tuple(map(int, value))
            return values * 2 if len(values) == 1 else values

        zeros = padding_mode == "zeros" or padding == "valid"
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding if zeros else 0,
            dilation,
            groups,
            bias,
            dtype=dtype,
        )
        self.padding_mode = padding_mode
        self.padding = padding if isinstance(padding, str) else pair(padding)
        self.pads = ()
        if not zeros and padding == "same":
            extents = [d * (k - 1) for d, k in zip(pair(dilation), pair(kernel_size), strict=True)]
            self.pads = tuple(p for e in reversed(extents) for p in (e // 2, e - e // 2))
        elif not zeros:
            self.pads = tuple(p for size in reversed(pair(padding)) for p in (size, size))

    def construct(self, x):
        if self.pads:
            x = ops.pad(x, self.pads, self.padding_mode)
        return super().construct(x)
