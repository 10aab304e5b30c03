from collections import OrderedDict

from helper import MaxVitConv, PartitionAttentionLayer
from mindspore import nn


class MaxVitLayer(nn.Cell):
    """A convolution, attention within windows and attention in a grid: (N, in_channels, H, W) to (N, out_channels, *grid_size).

    Equals torchvision.models.maxvit.MaxVitLayer.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        squeeze_ratio,
        expansion_ratio,
        stride,
        norm_layer,
        activation_layer,
        head_dim,
        mlp_ratio,
        mlp_dropout,
        attention_dropout,
        p_stochastic_dropout,
        partition_size,
        grid_size,
    ):
        super().__init__()

        def attention(partition_type):
            return PartitionAttentionLayer(
                out_channels,
                head_dim,
                partition_size,
                partition_type,
                grid_size,
                mlp_ratio,
                activation_layer,
                lambda size: nn.LayerNorm((size,), epsilon=1e-5),
                attention_dropout,
                mlp_dropout,
                p_stochastic_dropout,
            )

        conv = MaxVitConv(
            in_channels,
            out_channels,
            expansion_ratio,
            squeeze_ratio,
            stride,
            activation_layer,
            norm_layer,
            p_stochastic_dropout,
        )
        self.layers = nn.SequentialCell(
            OrderedDict(
                MBconv=conv,
                window_attention=attention("window"),
                grid_attention=attention("grid"),
            )
        )

    def construct(self, x):
        return self.layers(x)
