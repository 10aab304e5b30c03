import mindspore as ms
from mindspore import nn, ops


class GRUCell(nn.GRUCell):
    """mindspore.nn.GRUCell with the arguments of torch.nn.GRUCell; the state is 0 at first.

    Takes (batch, input_size), or (input_size,) with a state of (hidden_size,).
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(
            int(input_size), int(hidden_size), has_bias=bool(bias), dtype=dtype or ms.float32
        )

    def construct(self, x, hx=None):
        if x.ndim == 1:
            return self.construct(x.expand_dims(0), None if hx is None else hx.expand_dims(0))[0]
        if hx is None:
            hx = ops.zeros((x.shape[0], self.hidden_size), dtype=x.dtype)
        return super().construct(x, hx)
