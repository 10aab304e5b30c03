from helper import ShiftedWindowAttentionV2, SwinTransformerBlock


class SwinTransformerBlockV2(SwinTransformerBlock):
    """SwinTransformerBlock that normalises what the attention and the linear layers give.

    Equals torchvision.models.swin_transformer.SwinTransformerBlockV2.
    """

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"attn_layer": ShiftedWindowAttentionV2, **kwargs})

    def construct(self, x):
        x = x + self.stochastic_depth(self.norm1(self.attn(x)))
        return x + self.stochastic_depth(self.norm2(self.mlp(x)))
