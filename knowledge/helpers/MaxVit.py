from functools import partial

import numpy as np
from helper import Conv2dNormActivation, MaxVitBlock, initialize
from mindspore import mint, nn
from mindspore.common.initializer import Normal


class MaxVit(nn.Cell):
    """Convolutions and attention in windows and grids: images (N, 3, *input_size) to (N, num_classes).

    Equals torchvision.models.MaxVit: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        input_size,
        stem_channels,
        partition_size,
        block_channels,
        block_layers,
        head_dim,
        stochastic_depth_prob,
        norm_layer=None,
        activation_layer=None,
        squeeze_ratio=0.25,
        expansion_ratio=4,
        mlp_ratio=4,
        mlp_dropout=0.0,
        attention_dropout=0.0,
        num_classes=1000,
    ):
        super().__init__()
        if norm_layer is None:
            norm_layer = partial(nn.BatchNorm2d, eps=1e-3, momentum=0.99)
        if activation_layer is None:
            activation_layer = partial(nn.GELU, approximate=False)
        self.partition_size = partition_size
        self.stem = nn.SequentialCell(
            Conv2dNormActivation(
                3,
                stem_channels,
                stride=2,
                norm_layer=norm_layer,
                activation_layer=activation_layer,
                bias=False,
            ),
            Conv2dNormActivation(
                stem_channels, stem_channels, norm_layer=None, activation_layer=None, bias=True
            ),
        )
        size = tuple((length - 1) // 2 + 1 for length in input_size)
        before, used = stem_channels, 0
        depths = np.linspace(0, stochastic_depth_prob, sum(block_layers)).tolist()
        blocks = []
        for channels, count in zip(block_channels, block_layers, strict=True):
            block = MaxVitBlock(
                before,
                channels,
                squeeze_ratio,
                expansion_ratio,
                norm_layer,
                activation_layer,
                head_dim,
                mlp_ratio,
                mlp_dropout,
                attention_dropout,
                partition_size,
                size,
                count,
                depths[used : used + count],
            )
            before, used, size = channels, used + count, block.grid_size
            if size[0] % partition_size or size[1] % partition_size:
                raise ValueError(
                    f"Size {size} is not divisible by partition size {partition_size}."
                )
            blocks.append(block)
        self.blocks = nn.CellList(blocks)
        self.classifier = nn.SequentialCell(
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.LayerNorm((before,), epsilon=1e-5),
            mint.nn.Linear(before, before),
            nn.Tanh(),
            mint.nn.Linear(before, num_classes, bias=False),
        )
        for _, cell in self.cells_and_names():
            if isinstance(cell, (nn.Conv2d, mint.nn.Linear, nn.Dense)):
                initialize(cell.weight, Normal(0.02))
                if cell.bias is not None:
                    initialize(cell.bias, "zeros")

    def construct(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.classifier(x)
