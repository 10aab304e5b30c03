import mindspore as ms
from mindspore import ops


def scaled_dot_product_attention(
    query,
    key,
    value,
    attn_mask=None,
    dropout_p=0.0,
    is_causal=False,
    scale=None,
    enable_gqa=False,
) -> ms.Tensor:
    """Attention of queries, shape (..., L, E), to keys (..., S, E) and values (..., S, V).

    Equals torch.nn.functional.scaled_dot_product_attention: a bool mask, shape (..., L, S), says
    where a query looks, one of floats is added; a query that may look nowhere gives zeros.
    """
    if enable_gqa:
        key = ops.repeat_interleave(key, query.shape[-3] // key.shape[-3], -3)
        value = ops.repeat_interleave(value, query.shape[-3] // value.shape[-3], -3)
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    dtype = ms.float64 if query.dtype == ms.float64 else ms.float32
    scores = ops.matmul(query.astype(dtype) * scale, key.astype(dtype).swapaxes(-1, -2))
    if is_causal:
        later = ops.ones((query.shape[-2], key.shape[-2]), ms.float32).triu(1).bool()
        scores = scores.masked_fill(later, float("-inf"))
    if attn_mask is not None and attn_mask.dtype == ms.bool_:
        scores = scores.masked_fill(ops.logical_not(attn_mask), float("-inf"))
    elif attn_mask is not None:
        scores = scores + attn_mask
    blocked = scores == float("-inf")  # a row of nothing else is NaN after a softmax
    scores = scores.masked_fill(blocked, -3e38)
    if scores.shape[-1] > 1:
        weights = ops.softmax(scores, -1).masked_fill(blocked, 0.0)
    else:  # on CPU the gradient along such an axis spoils later ones
        weights = ops.ones_like(scores).masked_fill(blocked, 0.0)
    if dropout_p > 0:
        weights = ops.dropout(weights, dropout_p)
    return ops.matmul(weights, value.astype(dtype)).astype(query.dtype)
