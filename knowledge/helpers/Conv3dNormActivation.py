from mindspore import nn


class Conv3dNormActivation(nn.SequentialCell):
    """A convolution (N, C, D, H, W), a normalisation and an activation, one after the other.

    Equals torchvision.ops.Conv3dNormActivation.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size=3,
        stride=1,
        padding=None,
        groups=1,
        norm_layer=nn.BatchNorm3d,
        activation_layer=nn.ReLU,
        dilation=1,
        inplace=True,
        bias=None,
    ):
        kernel_size, dilation = (
            (size,) * 3 if isinstance(size, int) else tuple(size)
            for size in (kernel_size, dilation)
        )
        if padding is None:
            padding = tuple((k - 1) // 2 * d for k, d in zip(kernel_size, dilation, strict=True))
        padding = (padding,) * 3 if isinstance(padding, int) else padding
        convolution = nn.Conv3d(
            in_channels,
            out_channels,
            kernel_size,
            stride if isinstance(stride, int) else tuple(stride),
            pad_mode="pad",
            padding=tuple(side for side in padding for _ in range(2)),
            dilation=dilation,
            group=groups,
            has_bias=norm_layer is None if bias is None else bias,
        )
        cells = [convolution]
        if norm_layer is not None:
            cells.append(norm_layer(out_channels))
        if activation_layer is not None:
            cells.append(activation_layer())
        super().__init__(*cells)
        self.out_channels = out_channels
