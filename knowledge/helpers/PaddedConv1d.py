from helper import Conv1d
from mindspore import ops


class PaddedConv1d(Conv1d):
    """torch.nn.Conv1d for x of shape (N, C, L) that pads with what x holds.

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
        def one(value):
            return value if isinstance(value, int) else value[0]

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
        self.padding = padding if isinstance(padding, str) else (one(padding),)
        self.pads = ()
        if not zeros and padding == "same":
            extent = one(dilation) * (one(kernel_size) - 1)
            self.pads = (extent // 2, extent - extent // 2)
        elif not zeros:
            self.pads = (one(padding), one(padding))

    def construct(self, x):
        if self.pads:
            x = ops.pad(x, self.pads, self.padding_mode)
        return super().construct(x)
