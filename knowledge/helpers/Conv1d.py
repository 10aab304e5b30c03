import mindspore as ms
from mindspore import nn


class Conv1d(nn.Conv1d):
    """mindspore.nn.Conv1d with the arguments of torch.nn.Conv1d, for x of shape (N, C, L)."""

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
        if padding_mode != "zeros":
            raise NotImplementedError("Conv1d pads with zeros only")

        def one(value):
            return value if isinstance(value, int) else value[0]

        named = isinstance(padding, str)
        super().__init__(
            int(in_channels),
            int(out_channels),
            one(kernel_size),
            one(stride),
            pad_mode=padding if named else "pad",
            padding=0 if named else one(padding),
            dilation=one(dilation),
            group=groups,
            has_bias=bool(bias),
            dtype=dtype or ms.float32,
        )
        self.groups = groups
        self.padding_mode = padding_mode
        self.padding = padding if named else (one(padding),)
        self.kernel_size, self.stride = (one(kernel_size),), (one(stride),)
        self.dilation = (one(dilation),)
