import mindspore as ms
from mindspore import nn


class Conv2d(nn.Conv2d):
    """mindspore.nn.Conv2d with the arguments of torch.nn.Conv2d, for x of shape (N, C, H, W)."""

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
            raise NotImplementedError("Conv2d pads with zeros only")

        def pair(value):
            values = (value,) if isinstance(value, int) else tuple(map(int, value))
            return values * 2 if len(values) == 1 else values

        named = isinstance(padding, str)
        pads = pair(0 if named else padding)
        super().__init__(
            int(in_channels),
            int(out_channels),
            pair(kernel_size),
            pair(stride),
            pad_mode=padding if named else "pad",
            padding=0 if named else (pads[0], pads[0], pads[1], pads[1]),
            dilation=pair(dilation),
            group=groups,
            has_bias=bool(bias),
            dtype=dtype or ms.float32,
        )
        self.groups = groups
        self.padding_mode = padding_mode
        self.padding = padding if named else pads
