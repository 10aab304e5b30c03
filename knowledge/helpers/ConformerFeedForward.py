from mindspore import mint, nn


class ConformerFeedForward(nn.Cell):
    """The linear layers of a Conformer, in which each frame of (..., input_dim) is alone."""

    def __init__(self, input_dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.sequential = nn.SequentialCell(
            nn.LayerNorm((input_dim,), epsilon=1e-5),
            mint.nn.Linear(input_dim, hidden_dim),
            nn.SiLU(),
            nn.Dropout(p=dropout),
            mint.nn.Linear(hidden_dim, input_dim),
            nn.Dropout(p=dropout),
        )

    def construct(self, input):
        return self.sequential(input)
