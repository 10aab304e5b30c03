import mindspore as ms
from mindspore import nn, ops


class LSTMCell(nn.LSTMCell):
    """mindspore.nn.LSTMCell with the arguments of torch.nn.LSTMCell; the state is 0 at first.

    Takes (batch, input_size), or (input_size,) with a state of (hidden_size,).
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(
            int(input_size), int(hidden_size), has_bias=bool(bias), dtype=dtype or ms.float32
        )

    def construct(self, x, hx=None):
        if x.ndim == 1:
            states = None if hx is None else tuple(state.expand_dims(0) for state in hx)
            hidden, cell = self.construct(x.expand_dims(0), states)
            return hidden[0], cell[0]
        if hx is None:
            zeros = ops.zeros((x.shape[0], self.hidden_size), dtype=x.dtype)
            hx = zeros, zeros
        if x.dtype != ms.float64:  # which MindSpore's cell does not take
            return super().construct(x, tuple(hx))
        gates = ops.matmul(x, self.weight_ih.T) + ops.matmul(hx[0], self.weight_hh.T)
        if self.has_bias:
            gates = gates + self.bias_ih + self.bias_hh
        enter, forget, new, leave = gates.chunk(4, 1)
        cell = ops.sigmoid(forget) * hx[1] + ops.sigmoid(enter) * ops.tanh(new)
        return ops.sigmoid(leave) * ops.tanh(cell), cell
