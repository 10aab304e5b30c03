import mindspore as ms
from mindspore import nn


class ConvTranspose1d(nn.Conv1dTranspose):
    """mindspore.nn.Conv1dTranspose with the arguments of torch.nn.ConvTranspose1d.

    Takes x of shape (N, C, L). output_padding must not be greater than padding.
    """

    def __init__(
        self,
        in_channels,
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
        def one(value):
            return value if isinstance(value, int) else value[0]

        if padding_mode != "zeros":
            raise NotImplementedError("ConvTranspose1d pads with zeros only")
        cut, more = one(padding), one(output_padding)
        if more > cut:
            raise NotImplementedError("ConvTranspose1d takes no more output_padding than padding")
        super().__init__(
            int(in_channels),
            int(out_channels),
            one(kernel_size),
            one(stride),
            pad_mode="pad",
            padding=0 if more else cut,
            dilation=one(dilation),
            group=groups,
            has_bias=bool(bias),
            dtype=dtype or ms.float32,
        )
        self.groups = groups
        self.cut, self.more = cut, more

    def construct(self, x):
        y = nn.Conv1dTranspose.construct(self, x)
        if self.more:  # it adds at the end what padding would cut off there
            y = y[:, :, self.cut : y.shape[2] - self.cut + self.more]
        return y
