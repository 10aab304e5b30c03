from functools import partial

from helper import MLP, ShiftedWindowAttention, StochasticDepth
from mindspore import nn


class SwinTransformerBlock(nn.Cell):
    """Attention in windows and two linear layers, each beside a shortcut: (N, H, W, dim) to the same.

    Equals torchvision.models.swin_transformer.SwinTransformerBlock.
    """

    def __init__(
        self,
        dim,
        num_heads,
        window_size,
        shift_size,
        mlp_ratio=4.0,
        dropout=0.0,
        attention_dropout=0.0,
        stochastic_depth_prob=0.0,
        norm_layer=None,
        attn_layer=ShiftedWindowAttention,
    ):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = attn_layer(dim, window_size, shift_size, num_heads, attention_dropout, dropout)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")
        self.norm2 = norm_layer(dim)
        gelu = partial(nn.GELU, approximate=False)
        self.mlp = MLP(dim, [int(dim * mlp_ratio), dim], activation_layer=gelu, dropout=dropout)

    def construct(self, x):
        x = x + self.stochastic_depth(self.attn(self.norm1(x)))
        return x + self.stochastic_depth(self.mlp(self.norm2(x)))
