import mindspore as ms
from mindspore import ops


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None) -> ms.Tensor:
    """One step of a GRU: the new hidden state, of shape (N, H).

    input has shape (N, F), hx (N, H); the weights have 3 * H rows. Equals torch.gru_cell.
    """
    reset_x, update_x, new_x = ops.chunk(ops.dense(input, w_ih, b_ih), 3, -1)
    reset_h, update_h, new_h = ops.chunk(ops.dense(hx, w_hh, b_hh), 3, -1)
    reset, update = ops.sigmoid(reset_x + reset_h), ops.sigmoid(update_x + update_h)
    new = ops.tanh(new_x + reset * new_h)
    return new + update * (hx - new)
