from collections import OrderedDict

import mindspore as ms
from helper import EncoderBlock
from mindspore import nn
from mindspore.common.initializer import Normal, initializer


class Encoder(nn.Cell):
    """Blocks of attention over what has a place added: (N, seq_length, hidden_dim) to the same.

    Equals torchvision.models.vision_transformer.Encoder.
    """

    def __init__(
        self,
        seq_length,
        num_layers,
        num_heads,
        hidden_dim,
        mlp_dim,
        dropout,
        attention_dropout,
        norm_layer,
    ):
        super().__init__()
        self.pos_embedding = ms.Parameter(initializer(Normal(0.02), (1, seq_length, hidden_dim)))
        self.dropout = nn.Dropout(p=dropout)
        blocks = OrderedDict()
        for index in range(num_layers):
            blocks[f"encoder_layer_{index}"] = EncoderBlock(
                num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer
            )
        self.layers = nn.SequentialCell(blocks)
        self.ln = norm_layer(hidden_dim)

    def construct(self, input):
        return self.ln(self.layers(self.dropout(input + self.pos_embedding)))
