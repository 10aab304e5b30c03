from helper import MaxVitLayer
from mindspore import nn


class MaxVitBlock(nn.Cell):
    """n_layers of a MaxVit, the first of which halves H and W: (N, in_channels, H, W) to (N, out_channels, H / 2, W / 2).

    Equals torchvision.models.maxvit.MaxVitBlock.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        squeeze_ratio,
        expansion_ratio,
        norm_layer,
        activation_layer,
        head_dim,
        mlp_ratio,
        mlp_dropout,
        attention_dropout,
        partition_size,
        input_grid_size,
        n_layers,
        p_stochastic,
    ):
        super().__init__()
        if len(p_stochastic) != n_layers:
            raise ValueError(f"p_stochastic must have length n_layers={n_layers}.")
        self.grid_size = tuple((size - 1) // 2 + 1 for size in input_grid_size)
        self.layers = nn.CellList(
            [
                MaxVitLayer(
                    in_channels if index == 0 else out_channels,
                    out_channels,
                    squeeze_ratio,
                    expansion_ratio,
                    2 if index == 0 else 1,
                    norm_layer,
                    activation_layer,
                    head_dim,
                    mlp_ratio,
                    mlp_dropout,
                    attention_dropout,
                    p,
                    partition_size,
                    self.grid_size,
                )
                for index, p in enumerate(p_stochastic)
            ]
        )

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
