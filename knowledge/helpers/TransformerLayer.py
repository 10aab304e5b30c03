import mindspore as ms
from helper import MultiheadAttention
from mindspore import nn, ops


class TransformerLayer(nn.Cell):
    """Self-attention and a feed-forward network; with across also attention to another sequence.

    What torch's TransformerEncoderLayer and TransformerDecoderLayer have in common.
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward,
        dropout,
        activation,
        layer_norm_eps,
        batch_first,
        norm_first,
        bias,
        dtype,
        across=False,
    ):
        super().__init__()
        dtype = dtype or ms.float32

        def attention():
            return MultiheadAttention(
                d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype
            )

        def norm():
            made = nn.LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
            if not bias:
                del made.beta
                made.beta = ops.zeros(d_model, dtype)
            return made

        self.self_attn = attention()
        if across:
            self.multihead_attn = attention()
        self.linear1 = nn.Dense(d_model, dim_feedforward, has_bias=bias, dtype=dtype)
        self.dropout = nn.Dropout(p=dropout)
        self.linear2 = nn.Dense(dim_feedforward, d_model, has_bias=bias, dtype=dtype)
        self.norm_first = norm_first
        self.norm1 = norm()
        self.norm2 = norm()
        if across:
            self.norm3 = norm()
        self.dropout1 = nn.Dropout(p=dropout)
        self.dropout2 = nn.Dropout(p=dropout)
        if across:
            self.dropout3 = nn.Dropout(p=dropout)
        self.activation = getattr(ops, activation) if isinstance(activation, str) else activation

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        attended = self.self_attn(
            x,
            x,
            x,
            key_padding_mask=key_padding_mask,
            need_weights=False,
            attn_mask=attn_mask,
        )
        return self.dropout1(attended[0])

    def _fed_forward(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))
