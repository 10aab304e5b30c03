from mindspore import mint, nn


class ConformerConvolution(nn.Cell):
    """The convolution of a Conformer along the frames of (N, frames, input_dim)."""

    def __init__(self, input_dim, kernel_size, dropout=0.0, use_group_norm=False):
        super().__init__()
        if kernel_size % 2 == 0:
            raise ValueError("depthwise_kernel_size must be odd to achieve 'SAME' padding.")
        norm = mint.nn.GroupNorm(1, input_dim) if use_group_norm else nn.BatchNorm1d(input_dim)
        self.layer_norm = nn.LayerNorm((input_dim,), epsilon=1e-5)
        self.sequential = nn.SequentialCell(
            nn.Conv1d(input_dim, 2 * input_dim, 1, has_bias=True),
            nn.GLU(axis=1),
            nn.Conv1d(
                input_dim,
                input_dim,
                kernel_size,
                pad_mode="pad",
                padding=kernel_size // 2,
                group=input_dim,
                has_bias=True,
            ),
            norm,
            nn.SiLU(),
            nn.Conv1d(input_dim, input_dim, 1, has_bias=True),
            nn.Dropout(p=dropout),
        )

    def construct(self, input):
        x = self.layer_norm(input).swapaxes(1, 2)
        return self.sequential(x).swapaxes(1, 2)
