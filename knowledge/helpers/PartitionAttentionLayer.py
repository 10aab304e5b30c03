from helper import RelativePositionalMultiHeadAttention, StochasticDepth
from mindspore import mint, nn


class PartitionAttentionLayer(nn.Cell):
    """Attention within windows ("window"), or among the places that windows have alike ("grid").

    (N, in_channels, H, W) to the same shape; H and W are grid_size. Equals
    torchvision.models.maxvit.PartitionAttentionLayer.
    """

    def __init__(
        self,
        in_channels,
        head_dim,
        partition_size,
        partition_type,
        grid_size,
        mlp_ratio,
        activation_layer,
        norm_layer,
        attention_dropout,
        mlp_dropout,
        p_stochastic_dropout,
    ):
        super().__init__()
        if partition_type not in ("grid", "window"):
            raise ValueError("partition_type must be either 'grid' or 'window'")
        self.partition_type, self.grid_size = partition_type, grid_size
        self.n_partitions = grid_size[0] // partition_size
        self.p = partition_size if partition_type == "window" else self.n_partitions
        self.attn_layer = nn.SequentialCell(
            norm_layer(in_channels),
            RelativePositionalMultiHeadAttention(in_channels, head_dim, partition_size**2),
            nn.Dropout(p=attention_dropout),
        )
        self.mlp_layer = nn.SequentialCell(
            nn.LayerNorm((in_channels,), epsilon=1e-5),
            mint.nn.Linear(in_channels, in_channels * mlp_ratio),
            activation_layer(),
            mint.nn.Linear(in_channels * mlp_ratio, in_channels),
            nn.Dropout(p=mlp_dropout),
        )
        self.stochastic_dropout = StochasticDepth(p_stochastic_dropout, "row")

    def construct(self, x):
        samples, channels, high, wide = x.shape
        p = self.p
        rows, columns = high // p, wide // p
        x = x.reshape(samples, channels, rows, p, columns, p).permute(0, 2, 4, 3, 5, 1)
        x = x.reshape(samples, rows * columns, p * p, channels)
        x = x.swapaxes(1, 2) if self.partition_type == "grid" else x
        x = x + self.stochastic_dropout(self.attn_layer(x))
        x = x + self.stochastic_dropout(self.mlp_layer(x))
        x = x.swapaxes(1, 2) if self.partition_type == "grid" else x
        x = x.reshape(samples, rows, columns, p, p, channels).permute(0, 5, 1, 3, 2, 4)
        return x.reshape(samples, channels, high, wide)
