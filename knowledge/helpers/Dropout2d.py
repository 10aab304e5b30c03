from mindspore import nn, ops


class Dropout2d(nn.Dropout2d):
    """mindspore.nn.Dropout2d with the arguments of torch.nn.Dropout2d.

    Of an input with two axes each number is dropped by itself, of one with three each row.
    """

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=float(p))
        self.plain = nn.Dropout(p=p)

    def construct(self, x):
        if x.ndim == 4:
            return super().construct(x)
        if x.ndim == 2:
            return self.plain(x)
        return x * self.plain(ops.ones_like(x[..., :1]))
