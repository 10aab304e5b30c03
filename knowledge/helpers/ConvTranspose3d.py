import mindspore as ms
from mindspore import nn


class ConvTranspose3d(nn.Conv3dTranspose):
    """mindspore.nn.Conv3dTranspose with the arguments of torch.nn.ConvTranspose3d.

    Takes x of shape (N, C, D, H, W).
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
        if padding_mode != "zeros":
            raise NotImplementedError("ConvTranspose3d pads with zeros only")

        def triple(value):
            values = (value,) if isinstance(value, int) else tuple(map(int, value))
            return values * 3 if len(values) == 1 else values

        pads = triple(padding)
        super().__init__(
            int(in_channels),
            int(out_channels),
            triple(kernel_size),
            triple(stride),
            pad_mode="pad",
            padding=(pads[0], pads[0], pads[1], pads[1], pads[2], pads[2]),
            output_padding=triple(output_padding),
            dilation=triple(dilation),
            group=groups,
            has_bias=bool(bias),
            dtype=dtype or ms.float32,
        )
        self.groups = groups
