import itertools

import mindspore as ms
import mindspore.numpy as mnp
import numpy as np
from mindspore import mint, nn, ops
from mindspore.common.initializer import Normal, initializer


class ShiftedWindowAttention(nn.Cell):
    """Attention among the places of a window, of windows that may be shifted: (N, H, W, dim) to the same.

    Equals torchvision.models.swin_transformer.ShiftedWindowAttention.
    """

    def __init__(self, dim, window_size, shift_size, num_heads, attention_dropout=0.0, dropout=0.0):
        super().__init__()
        self.window_size, self.shift_size, self.num_heads = window_size, shift_size, num_heads
        self.qkv = mint.nn.Linear(dim, 3 * dim)
        self.proj = mint.nn.Linear(dim, dim)
        self.attention_drop = nn.Dropout(p=attention_dropout)
        self.drop = nn.Dropout(p=dropout)
        self.define_relative_position_bias_table()
        places = np.indices(window_size).reshape(2, -1)
        down, across = (
            places[:, :, None] - places[:, None] + np.array(window_size).reshape(2, 1, 1) - 1
        )
        self.relative_position_index = ms.Tensor(down * (2 * window_size[1] - 1) + across)

    def define_relative_position_bias_table(self):
        rows, columns = self.window_size
        shape = ((2 * rows - 1) * (2 * columns - 1), self.num_heads)
        self.relative_position_bias_table = ms.Parameter(initializer(Normal(0.02), shape))

    def get_relative_position_bias(self):
        bias = self.relative_position_bias_table[self.relative_position_index]
        return bias.permute(2, 0, 1).expand_dims(0)

    def projected(self, x):
        return self.qkv(x)

    def scores(self, query, key):
        return ops.matmul(query * query.shape[-1] ** -0.5, key.swapaxes(-2, -1))

    def mask(self, high, wide, shift):
        """-100 between places of a window that do not lie side by side: (windows, 1, length, length)."""
        rows, columns = self.window_size
        down, across = (
            (slice(0, -size), slice(-size, -by), slice(-by, None))
            for size, by in zip(self.window_size, shift, strict=True)
        )
        region = np.zeros((high, wide))
        for number, place in enumerate(itertools.product(down, across)):
            region[place] = number
        region = region.reshape(high // rows, rows, wide // columns, columns)
        region = region.transpose(0, 2, 1, 3).reshape(-1, 1, rows * columns)
        apart = region != region.swapaxes(1, 2)
        return ms.Tensor(np.where(apart, -100.0, 0.0)[:, None], ms.float32)

    def construct(self, x):
        batch, height, width, dim = x.shape
        rows, columns = self.window_size
        down, across = -height % rows, -width % columns
        if down or across:
            x = ops.Pad(((0, 0), (0, down), (0, across), (0, 0)))(x)
        high, wide, length = height + down, width + across, rows * columns
        shift = [
            0 if size >= full else by
            for by, size, full in zip(self.shift_size, self.window_size, (high, wide), strict=True)
        ]
        if any(shift):
            x = mnp.roll(x, (-shift[0], -shift[1]), (1, 2))
        x = x.reshape(batch, high // rows, rows, wide // columns, columns, dim)
        x = x.permute(0, 1, 3, 2, 4, 5).reshape(-1, length, dim)
        qkv = self.projected(x).reshape(-1, length, 3, self.num_heads, dim // self.num_heads)
        query, key, value = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        scores = self.scores(query, key) + self.get_relative_position_bias()
        if any(shift):
            grouped = scores.reshape(batch, -1, self.num_heads, length, length)
            scores = (grouped + self.mask(high, wide, shift)).reshape(scores.shape)
        weights = self.attention_drop(ops.softmax(scores, -1))
        x = ops.matmul(weights, value).swapaxes(1, 2).reshape(-1, length, dim)
        x = self.drop(self.proj(x))
        x = x.reshape(batch, high // rows, wide // columns, rows, columns, dim)
        x = x.permute(0, 1, 3, 2, 4, 5).reshape(batch, high, wide, dim)
        if any(shift):
            x = mnp.roll(x, tuple(shift), (1, 2))
        return x[:, :height, :width]
