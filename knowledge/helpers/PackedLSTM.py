import mindspore as ms
from helper import StepsOfLengths
from mindspore import nn


class PackedLSTM(nn.LSTM):
    """mindspore.nn.LSTM with the arguments of torch.nn.LSTM.

    It takes what packed_tensors gives, and sequences without a batch, of shape (L, H).
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        if proj_size:
            raise NotImplementedError("MindSpore's LSTM has no proj_size", proj_size)
        super().__init__(
            int(input_size),
            int(hidden_size),
            num_layers=num_layers,
            has_bias=bool(bias),
            batch_first=bool(batch_first),
            dropout=float(dropout),
            bidirectional=bool(bidirectional),
            dtype=ms.float32 if dtype is None else dtype,
        )
        self.rnn = StepsOfLengths(self.rnn, int(hidden_size))

    def construct(self, x, hx=None):
        if not isinstance(x, dict):
            return super().construct(x, hx) if x.ndim == 3 else self.without_batch(x, hx)
        padded, lengths = x["padded"], x["lengths"]
        padded = padded.swapaxes(0, 1) if self.batch_first else padded
        output, state = super().construct(padded, hx, seq_length=lengths)
        output = output.swapaxes(0, 1) if self.batch_first else output
        return {"padded": output, "lengths": lengths}, state

    def without_batch(self, x, hx):
        axis = 0 if self.batch_first else 1
        hx = None if hx is None else tuple(part.expand_dims(1) for part in hx)
        output, state = super().construct(x.expand_dims(axis), hx)
        return output.squeeze(axis), tuple(part.squeeze(1) for part in state)
