from mindspore import mint, nn, ops


class FullyConnected(nn.Cell):
    """A linear layer whose results are kept between 0 and relu_max_clip: (..., n_feature) to (..., n_hidden).

    Equals torchaudio.models.deepspeech.FullyConnected.
    """

    def __init__(self, n_feature, n_hidden, dropout, relu_max_clip=20):
        super().__init__()
        self.fc = mint.nn.Linear(n_feature, n_hidden)
        self.relu_max_clip = relu_max_clip
        self.dropout = nn.Dropout(p=dropout)

    def construct(self, x):
        return self.dropout(ops.clamp(self.fc(x), 0, self.relu_max_clip))
