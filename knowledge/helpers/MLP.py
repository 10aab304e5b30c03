from mindspore import nn


class MLP(nn.SequentialCell):
    """Linear layers with an optional normalisation, an activation and dropout between them.

    Equals torchvision.ops.MLP.
    """

    def __init__(
        self,
        in_channels,
        hidden_channels,
        norm_layer=None,
        activation_layer=nn.ReLU,
        inplace=None,
        bias=True,
        dropout=0.0,
    ):
        cells = []
        for number, size in enumerate(hidden_channels):
            cells.append(nn.Dense(in_channels, size, has_bias=bias))
            if number < len(hidden_channels) - 1:
                if norm_layer is not None:
                    cells.append(norm_layer(size))
                cells.append(activation_layer())
            cells.append(nn.Dropout(p=dropout))
            in_channels = size
        super().__init__(*cells)
