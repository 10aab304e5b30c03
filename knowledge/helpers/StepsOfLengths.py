import mindspore as ms
import numpy as np
from mindspore import nn, ops


class StepsOfLengths(nn.Cell):
    """The steps of an LSTM over sequences of different lengths, without a step for each time.

    What stands behind the end of a sequence has one more feature, which shuts the input gate and
    opens the forget gate: the cell state stays as it was at the end.
    """

    def __init__(self, steps, hidden_size):
        super().__init__()
        self.steps = steps
        gates = np.repeat([-1e4, 1e4, 0.0, 0.0], hidden_size).reshape(-1, 1)
        self.gates = ms.Tensor(gates.astype(np.float32))

    def construct(self, x, hx, lengths, *weights):
        if lengths is None:
            return self.steps(x, hx, None, *weights)
        ended = ops.arange(x.shape[0]).reshape(-1, 1, 1) >= lengths.reshape(1, -1, 1)
        x = ops.cat((x, ended.astype(x.dtype)), 2)
        inputs = ops.cat((weights[0], self.gates.astype(weights[0].dtype)), 1)
        output, state = self.steps(x, hx, None, inputs, *weights[1:])
        last = output[lengths - 1, ops.arange(lengths.shape[0])]
        return output, (last, state[1])
