import mindspore as ms
from mindspore import nn, ops


class MultiheadAttention(nn.MultiheadAttention):
    """Attention of several heads over (length, batch, embed_dim), or (batch, length, embed_dim).

    Equals torch.nn.MultiheadAttention: out_proj.bias starts at 0, and the weights are None where
    they are not needed.
    """

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__(
            embed_dim,
            num_heads,
            dropout,
            bias,
            add_bias_kv,
            add_zero_attn,
            kdim,
            vdim,
            batch_first,
            dtype or ms.float32,
        )
        if bias:
            self.out_proj.bias.set_data(ops.zeros_like(self.out_proj.bias))

    def __call__(self, query, key, value, *args, **kwargs):
        return super().__call__(query, key, value, *args, **kwargs)

    def construct(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        found = super().construct(
            query, key, value, key_padding_mask, need_weights, attn_mask, average_attn_weights
        )
        return found[0], found[1] if need_weights else None
