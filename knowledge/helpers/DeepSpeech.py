from helper import FullyConnected
from mindspore import mint, nn, ops


class DeepSpeech(nn.Cell):
    """Spectra of speech (N, 1, frames, n_feature) to log probabilities (N, frames, n_class).

    Equals torchaudio.models.DeepSpeech: the same layers under the same names.
    """

    def __init__(self, n_feature, n_hidden=2048, n_class=40, dropout=0.0):
        super().__init__()
        self.n_hidden = n_hidden
        self.fc1 = FullyConnected(n_feature, n_hidden, dropout)
        self.fc2 = FullyConnected(n_hidden, n_hidden, dropout)
        self.fc3 = FullyConnected(n_hidden, n_hidden, dropout)
        self.bi_rnn = nn.RNN(n_hidden, n_hidden, nonlinearity="relu", bidirectional=True)
        self.fc4 = FullyConnected(n_hidden, n_hidden, dropout)
        self.out = mint.nn.Linear(n_hidden, n_class)

    def construct(self, x):
        x = self.fc3(self.fc2(self.fc1(x)))
        x, _ = self.bi_rnn(x.squeeze(1).swapaxes(0, 1))
        x = self.out(self.fc4(x[..., : self.n_hidden] + x[..., self.n_hidden :]))
        return ops.log_softmax(x.swapaxes(0, 1), axis=2)
