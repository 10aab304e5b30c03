from helper import ConformerConvolution, ConformerFeedForward, MultiheadAttention
from mindspore import nn


class ConformerLayer(nn.Cell):
    """Attention and a convolution between two halves of a feed-forward network: (frames, N, input_dim).

    Equals torchaudio.models.conformer.ConformerLayer.
    """

    def __init__(
        self,
        input_dim,
        ffn_dim,
        num_attention_heads,
        depthwise_conv_kernel_size,
        dropout=0.0,
        use_group_norm=False,
        convolution_first=False,
    ):
        super().__init__()
        self.ffn1 = ConformerFeedForward(input_dim, ffn_dim, dropout)
        self.self_attn_layer_norm = nn.LayerNorm((input_dim,), epsilon=1e-5)
        self.self_attn = MultiheadAttention(input_dim, num_attention_heads, dropout)
        self.self_attn_dropout = nn.Dropout(p=dropout)
        self.conv_module = ConformerConvolution(
            input_dim, depthwise_conv_kernel_size, dropout, use_group_norm
        )
        self.ffn2 = ConformerFeedForward(input_dim, ffn_dim, dropout)
        self.final_layer_norm = nn.LayerNorm((input_dim,), epsilon=1e-5)
        self.convolution_first = convolution_first

    def construct(self, input, key_padding_mask):
        x = input + self.ffn1(input) * 0.5
        if self.convolution_first:
            x = self.convolved(x)
        heard = self.self_attn_layer_norm(x)
        attended, _ = self.self_attn(heard, heard, heard, key_padding_mask, need_weights=False)
        x = x + self.self_attn_dropout(attended)
        if not self.convolution_first:
            x = self.convolved(x)
        return self.final_layer_norm(x + self.ffn2(x) * 0.5)

    def convolved(self, x):
        return x + self.conv_module(x.swapaxes(0, 1)).swapaxes(0, 1)
