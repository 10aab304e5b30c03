from helper import PatchMerging, Permute, SwinTransformerBlock, initialize
from mindspore import mint, nn
from mindspore.common.initializer import Normal


class SwinTransformer(nn.Cell):
    """Attention in shifted windows, over ever larger patches: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.SwinTransformer: the same layers under the same names, the same first
    values.
    """

    def __init__(
        self,
        patch_size,
        embed_dim,
        depths,
        num_heads,
        window_size,
        mlp_ratio=4.0,
        dropout=0.0,
        attention_dropout=0.0,
        stochastic_depth_prob=0.1,
        num_classes=1000,
        norm_layer=None,
        block=None,
        downsample_layer=PatchMerging,
    ):
        super().__init__()
        block = SwinTransformerBlock if block is None else block
        if norm_layer is None:

            def norm_layer(size):
                return nn.LayerNorm((size,), epsilon=1e-5)

        size = tuple(patch_size)
        patches = nn.Conv2d(3, embed_dim, size, size, pad_mode="valid", has_bias=True)
        cells = [nn.SequentialCell(patches, Permute([0, 2, 3, 1]), norm_layer(embed_dim))]
        depth, dim = 0, embed_dim
        for stage, (count, heads) in enumerate(zip(depths, num_heads, strict=True)):
            if stage:
                cells.append(downsample_layer(dim, norm_layer))
                dim *= 2
            blocks = []
            for index in range(count):
                prob = stochastic_depth_prob * depth / (sum(depths) - 1)
                blocks.append(
                    block(
                        dim,
                        heads,
                        window_size,
                        [0 if index % 2 == 0 else size // 2 for size in window_size],
                        mlp_ratio,
                        dropout,
                        attention_dropout,
                        prob,
                        norm_layer,
                    )
                )
                depth += 1
            cells.append(nn.SequentialCell(*blocks))
        self.num_classes = num_classes
        self.features = nn.SequentialCell(*cells)
        self.norm = norm_layer(dim)
        self.permute = Permute([0, 3, 1, 2])
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten()
        self.head = mint.nn.Linear(dim, num_classes)
        for _, cell in self.cells_and_names():
            if isinstance(cell, (mint.nn.Linear, nn.Dense)):
                initialize(cell.weight, Normal(0.02))
                if cell.bias is not None:
                    initialize(cell.bias, "zeros")

    def construct(self, x):
        x = self.permute(self.norm(self.features(x)))
        return self.head(self.flatten(self.avgpool(x)))
