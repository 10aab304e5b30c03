import mindspore as ms
from mindspore import nn


class ConvTranspose2d(nn.Conv2dTranspose):
    """mindspore.nn.Conv2dTranspose with the arguments of torch.nn.ConvTranspose2d.

    Takes x of shape (N, C, H, W). output_padding must not be greater than padding.
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
        def pair(value):
            values = (value,) if isinstance(value, int) else tuple(map(int, value))
            return values * 2 if len(values) == 1 else values

        pads, more = pair(padding), pair(output_padding)
        if padding_mode != "zeros":
            raise NotImplementedError("ConvTranspose2d pads with zeros only")
        if more[0] > pads[0] or more[1] > pads[1]:
            raise NotImplementedError("ConvTranspose2d takes no more output_padding than padding")
        # What output_padding adds at the end of an axis is what padding would cut off there.
        super().__init__(
            int(in_channels),
            int(out_channels),
            pair(kernel_size),
            pair(stride),
            pad_mode="pad",
            padding=(pads[0], pads[0] - more[0], pads[1], pads[1] - more[1]),
            dilation=pair(dilation),
            group=groups,
            has_bias=bool(bias),
            dtype=dtype or ms.float32,
        )
        self.groups = groups
