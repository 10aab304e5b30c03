from helper import ConformerLayer
from mindspore import nn, ops


class Conformer(nn.Cell):
    """Layers of attention and convolution over frames (N, frames, input_dim), of which lengths (N) count.

    Equals torchaudio.models.Conformer: the same layers under the same names; it gives the frames
    and the lengths.
    """

    def __init__(
        self,
        input_dim,
        num_heads,
        ffn_dim,
        num_layers,
        depthwise_conv_kernel_size,
        dropout=0.0,
        use_group_norm=False,
        convolution_first=False,
    ):
        super().__init__()
        self.conformer_layers = nn.CellList(
            [
                ConformerLayer(
                    input_dim,
                    ffn_dim,
                    num_heads,
                    depthwise_conv_kernel_size,
                    dropout,
                    use_group_norm,
                    convolution_first,
                )
                for _ in range(num_layers)
            ]
        )

    def construct(self, input, lengths):
        outside = ops.arange(int(lengths.max())) >= lengths.unsqueeze(1)
        x = input.swapaxes(0, 1)
        for layer in self.conformer_layers:
            x = layer(x, outside)
        return x.swapaxes(0, 1), lengths
