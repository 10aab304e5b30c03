from mindspore import mint, nn


class ConvBlock(nn.Cell):
    """Depthwise convolution of (N, io_channels, L) among hidden_channels: what goes on, or None, and what is added up.

    Equals torchaudio.models.conv_tasnet.ConvBlock.
    """

    def __init__(
        self, io_channels, hidden_channels, kernel_size, padding, dilation=1, no_residual=False
    ):
        super().__init__()
        self.conv_layers = nn.SequentialCell(
            nn.Conv1d(io_channels, hidden_channels, 1, has_bias=True),
            mint.nn.PReLU(),
            mint.nn.GroupNorm(1, hidden_channels, eps=1e-8),
            nn.Conv1d(
                hidden_channels,
                hidden_channels,
                kernel_size,
                pad_mode="pad",
                padding=padding,
                dilation=dilation,
                group=hidden_channels,
                has_bias=True,
            ),
            mint.nn.PReLU(),
            mint.nn.GroupNorm(1, hidden_channels, eps=1e-8),
        )
        self.res_out = (
            None if no_residual else nn.Conv1d(hidden_channels, io_channels, 1, has_bias=True)
        )
        self.skip_out = nn.Conv1d(hidden_channels, io_channels, 1, has_bias=True)

    def construct(self, input):
        feature = self.conv_layers(input)
        residual = None if self.res_out is None else self.res_out(feature)
        return residual, self.skip_out(feature)
