import mindspore as ms
from mindspore import ops


def multi_head_attention_forward(
    query,
    key,
    value,
    embed_dim_to_check,
    num_heads,
    in_proj_weight,
    in_proj_bias,
    bias_k,
    bias_v,
    add_zero_attn,
    dropout_p,
    out_proj_weight,
    out_proj_bias,
    training=True,
    key_padding_mask=None,
    need_weights=True,
    attn_mask=None,
    use_separate_proj_weight=False,
    q_proj_weight=None,
    k_proj_weight=None,
    v_proj_weight=None,
    static_k=None,
    static_v=None,
    average_attn_weights=True,
    is_causal=False,
):
    """Attention of several heads over (length, batch, embed_dim), and its weights or None.

    Equals torch.nn.functional.multi_head_attention_forward: masks are bool, True where a query
    does not look, or are added; without weights, a query that may look nowhere finds zeros.
    """

    def projected(x, weight, bias):
        product = ops.matmul(x, weight.swapaxes(0, 1))
        return product if bias is None else product + bias

    def split_heads(x):
        return x.reshape(x.shape[0], -1, embed_dim_to_check // num_heads).swapaxes(0, 1)

    def additive(mask, scores):
        if mask.dtype == ms.bool_:
            mask = ops.zeros(mask.shape, scores.dtype).masked_fill(mask, float("-inf"))
        more = scores.shape[-1] - mask.shape[-1]  # of bias_k and add_zero_attn, behind the keys
        if more > 0:
            mask = ops.cat([mask, ops.zeros(mask.shape[:-1] + (more,), mask.dtype)], -1)
        return mask

    batched = query.ndim == 3
    if not batched:
        query, key, value = query.expand_dims(1), key.expand_dims(1), value.expand_dims(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.expand_dims(0)
    length, batch, embed_dim = query.shape
    weights = (q_proj_weight, k_proj_weight, v_proj_weight)
    if not use_separate_proj_weight:
        weights = ops.split(in_proj_weight, embed_dim)
    biases = (None, None, None) if in_proj_bias is None else ops.split(in_proj_bias, embed_dim)
    q = projected(query, weights[0], biases[0])
    k = projected(key, weights[1], biases[1])
    v = projected(value, weights[2], biases[2])
    if bias_k is not None:
        k = ops.cat([k, bias_k.tile((1, batch, 1))])
        v = ops.cat([v, bias_v.tile((1, batch, 1))])
    q = split_heads(q)
    k = split_heads(k) if static_k is None else static_k
    v = split_heads(v) if static_v is None else static_v
    if add_zero_attn:
        k = ops.cat([k, ops.zeros((k.shape[0], 1, k.shape[2]), k.dtype)], 1)
        v = ops.cat([v, ops.zeros((v.shape[0], 1, v.shape[2]), v.dtype)], 1)

    scores = ops.matmul(q * q.shape[-1] ** -0.5, k.swapaxes(1, 2))
    if attn_mask is not None:
        scores = scores + additive(attn_mask, scores)
    if key_padding_mask is not None:
        mask = additive(key_padding_mask, scores).expand_dims(1)
        scores = scores + ops.repeat_interleave(mask, num_heads, 0)
    nowhere = (scores == float("-inf")).all(-1, keep_dims=True)
    found = ops.ones_like(scores)  # for one key, along which CPU's gradient spoils later ones
    if scores.shape[-1] > 1:
        found = ops.softmax(scores.masked_fill(nowhere, 0.0), -1)
    found = found.masked_fill(nowhere, float("nan") if need_weights else 0.0)
    if training and dropout_p > 0:
        found = ops.dropout(found, dropout_p)
    attended = ops.matmul(found, v).swapaxes(0, 1).reshape(length, batch, embed_dim)
    attended = projected(attended, out_proj_weight, out_proj_bias)
    found = found.reshape(batch, num_heads, length, -1)
    if average_attn_weights:
        found = found.mean(1)
    if not batched:
        attended, found = attended.squeeze(1), found.squeeze(0)
    return attended, found if need_weights else None
