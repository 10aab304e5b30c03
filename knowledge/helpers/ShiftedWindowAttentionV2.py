import math

import mindspore as ms
import numpy as np
from helper import ShiftedWindowAttention
from mindspore import mint, nn, ops


class ShiftedWindowAttentionV2(ShiftedWindowAttention):
    """Attention by cosine, with a bias that a small network computes: (N, H, W, dim) to the same.

    Equals torchvision.models.swin_transformer.ShiftedWindowAttentionV2.
    """

    def __init__(self, dim, window_size, shift_size, num_heads, attention_dropout=0.0, dropout=0.0):
        super().__init__(dim, window_size, shift_size, num_heads, attention_dropout, dropout)
        self.logit_scale = ms.Parameter(ops.full((num_heads, 1, 1), math.log(10), dtype=ms.float32))
        self.cpb_mlp = nn.SequentialCell(
            mint.nn.Linear(2, 512), nn.ReLU(), mint.nn.Linear(512, num_heads, bias=False)
        )

    def define_relative_position_bias_table(self):
        away = [np.arange(1 - size, size) / (size - 1) * 8 for size in self.window_size]
        away = np.stack(np.meshgrid(*away, indexing="ij"), -1).reshape(-1, 2)
        away = np.sign(away) * np.log2(np.abs(away) + 1) / 3
        self.relative_coords_table = ms.Tensor(away, ms.float32)

    def get_relative_position_bias(self):
        bias = self.cpb_mlp(self.relative_coords_table)[self.relative_position_index]
        return 16 * mint.sigmoid(bias.permute(2, 0, 1).expand_dims(0))

    def projected(self, x):
        query, _, value = self.qkv.bias.split(x.shape[-1])
        bias = mint.cat((query, ops.zeros_like(query), value))
        return ops.matmul(x, self.qkv.weight.swapaxes(0, 1)) + bias

    def scores(self, query, key):
        query = query / ops.norm(query, 2, -1, True).clip(1e-12)
        key = key / ops.norm(key, 2, -1, True).clip(1e-12)
        scores = ops.matmul(query, key.swapaxes(-2, -1))
        return scores * mint.clamp(self.logit_scale, max=math.log(100.0)).exp()
