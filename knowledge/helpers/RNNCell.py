import mindspore as ms
from mindspore import nn, ops


class RNNCell(nn.RNNCell):
    """mindspore.nn.RNNCell with the arguments of torch.nn.RNNCell; the state is 0 at first.

    Takes (batch, input_size), or (input_size,) with a state of (hidden_size,).
    """

    def __init__(
        self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None
    ):
        super().__init__(
            int(input_size), int(hidden_size), bool(bias), nonlinearity, dtype or ms.float32
        )

    def construct(self, x, hx=None):
        if x.ndim == 1:
            return self.construct(x.expand_dims(0), None if hx is None else hx.expand_dims(0))[0]
        if hx is None:
            hx = ops.zeros((x.shape[0], self.hidden_size), dtype=x.dtype)
        if x.dtype != ms.float64:  # which MindSpore's cell does not take
            return super().construct(x, hx)
        total = ops.matmul(x, self.weight_ih.T) + ops.matmul(hx, self.weight_hh.T)
        if self.has_bias:
            total = total + self.bias_ih + self.bias_hh
        return ops.relu(total) if self.nonlinearity == "relu" else ops.tanh(total)
