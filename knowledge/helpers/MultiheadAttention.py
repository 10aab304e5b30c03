import mindspore as ms
from helper import multi_head_attention_forward
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
        swapped = self.batch_first and query.ndim == 3
        if swapped:
            query, key, value = query.swapaxes(0, 1), key.swapaxes(0, 1), value.swapaxes(0, 1)
        attended, weights = multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            self.training,
            key_padding_mask,
            need_weights,
            attn_mask,
            self.in_proj_weight is None,
            self.q_proj_weight,
            self.k_proj_weight,
            self.v_proj_weight,
            average_attn_weights=average_attn_weights,
        )
        return attended.swapaxes(0, 1) if swapped else attended, weights
