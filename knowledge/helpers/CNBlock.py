import mindspore as ms
from helper import Permute, StochasticDepth
from mindspore import mint, nn, ops


class CNBlock(nn.Cell):
    """A depthwise 7x7 convolution and two linear layers beside a shortcut: (N, dim, H, W) to the same.

    Equals torchvision.models.convnext.CNBlock.
    """

    def __init__(self, dim, layer_scale, stochastic_depth_prob, norm_layer=None):
        super().__init__()
        self.block = nn.SequentialCell(
            nn.Conv2d(dim, dim, 7, pad_mode="pad", padding=3, group=dim, has_bias=True),
            Permute([0, 2, 3, 1]),
            nn.LayerNorm((dim,), epsilon=1e-6) if norm_layer is None else norm_layer(dim),
            mint.nn.Linear(dim, 4 * dim),
            nn.GELU(approximate=False),
            mint.nn.Linear(4 * dim, dim),
            Permute([0, 3, 1, 2]),
        )
        self.layer_scale = ms.Parameter(ops.full((dim, 1, 1), layer_scale, dtype=ms.float32))
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")

    def construct(self, input):
        return self.stochastic_depth(self.layer_scale * self.block(input)) + input
