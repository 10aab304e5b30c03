import math

import mindspore as ms
import numpy as np
from mindspore import mint, nn, ops
from mindspore.common.initializer import TruncatedNormal, initializer


class RelativePositionalMultiHeadAttention(nn.Cell):
    """Attention among the max_seq_len places of a square: (N, squares, max_seq_len, feat_dim) to the same.

    Equals torchvision.models.maxvit.RelativePositionalMultiHeadAttention.
    """

    def __init__(self, feat_dim, head_dim, max_seq_len):
        super().__init__()
        if feat_dim % head_dim:
            raise ValueError(f"feat_dim: {feat_dim} must be divisible by head_dim: {head_dim}")
        self.n_heads, self.head_dim, self.max_seq_len = feat_dim // head_dim, head_dim, max_seq_len
        self.size = math.isqrt(max_seq_len)
        self.scale_factor = feat_dim**-0.5
        self.to_qkv = mint.nn.Linear(feat_dim, 3 * feat_dim)
        self.merge = mint.nn.Linear(feat_dim, feat_dim)
        offsets = 2 * self.size - 1
        shape = (offsets * offsets, self.n_heads)
        self.relative_position_bias_table = ms.Parameter(initializer(TruncatedNormal(0.02), shape))
        places = np.indices((self.size, self.size)).reshape(2, -1)
        down, across = places[:, :, None] - places[:, None] + self.size - 1
        self.relative_position_index = ms.Tensor(down * offsets + across)

    def get_relative_positional_bias(self):
        bias = self.relative_position_bias_table[self.relative_position_index]
        return bias.permute(2, 0, 1).expand_dims(0)

    def construct(self, x):
        samples, squares, length, dim = x.shape
        qkv = self.to_qkv(x).reshape(samples, squares, length, 3, self.n_heads, self.head_dim)
        query, key, value = qkv.permute(3, 0, 1, 4, 2, 5).unbind(0)
        scores = ops.matmul(query, key.swapaxes(-2, -1) * self.scale_factor)
        weights = ops.softmax(scores + self.get_relative_positional_bias(), -1)
        x = ops.matmul(weights, value).swapaxes(2, 3)
        return self.merge(x.reshape(samples, squares, length, dim))
