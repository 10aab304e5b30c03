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
        if x.dtype != ms.float64:  # which MindSpore's cell does not take
            return super().construct(x, hx)
        given, held = ops.matmul(x, self.weight_ih.T), ops.matmul(hx, self.weight_hh.T)
        if self.has_bias:
            given, held = given + self.bias_ih, held + self.bias_hh
        (reset, enter, new), (more_reset, more_enter, old) = given.chunk(3, 1), held.chunk(3, 1)
        new = ops.tanh(new + ops.sigmoid(reset + more_reset) * old)
        return new + ops.sigmoid(enter + more_enter) * (hx - new)
