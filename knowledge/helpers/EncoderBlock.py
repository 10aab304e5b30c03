from functools import partial

from helper import MLP, initialize
from mindspore import nn
from mindspore.common.initializer import Normal, XavierUniform


class EncoderBlock(nn.Cell):
    """Attention and two linear layers, each beside a shortcut: (N, length, hidden_dim) to the same.

    Equals torchvision.models.vision_transformer.EncoderBlock.
    """

    def __init__(self, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer):
        super().__init__()
        self.num_heads = num_heads
        self.ln_1 = norm_layer(hidden_dim)
        self.self_attention = nn.MultiheadAttention(
            hidden_dim, num_heads, attention_dropout, batch_first=True
        )
        initialize(self.self_attention.out_proj.bias, "zeros")
        self.dropout = nn.Dropout(p=dropout)
        self.ln_2 = norm_layer(hidden_dim)
        gelu = partial(nn.GELU, approximate=False)
        self.mlp = MLP(hidden_dim, [mlp_dim, hidden_dim], activation_layer=gelu, dropout=dropout)
        for linear in (self.mlp[0], self.mlp[3]):
            initialize(linear.weight, XavierUniform())
            initialize(linear.bias, Normal(1e-6))

    def construct(self, input):
        x = self.ln_1(input)
        x = self.self_attention(x, x, x, need_weights=False)[0]
        x = self.dropout(x) + input
        return x + self.mlp(self.ln_2(x))
