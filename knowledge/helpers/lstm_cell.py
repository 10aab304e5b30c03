from mindspore import ops


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None) -> tuple:
    """One step of an LSTM: the new hidden state and cell state, of shape (N, H) each.

    input has shape (N, F), hx is the pair of states; the weights have 4 * H rows. Equals
    torch.lstm_cell.
    """
    hidden, cell = hx
    gates = ops.dense(input, w_ih, b_ih) + ops.dense(hidden, w_hh, b_hh)
    take, keep, new, out = ops.chunk(gates, 4, -1)
    cell = ops.sigmoid(keep) * cell + ops.sigmoid(take) * ops.tanh(new)
    return ops.sigmoid(out) * ops.tanh(cell), cell
