import mindspore as ms
from helper import (
    TransformerDecoder,
    TransformerDecoderLayer,
    TransformerEncoder,
    TransformerEncoderLayer,
)
from mindspore import nn, ops
from mindspore.common.initializer import XavierUniform, initializer


class Transformer(nn.Cell):
    """An encoder and a decoder, over (length, batch, d_model) or (batch, length, d_model).

    Equals torch.nn.Transformer: the same arguments, layers and first values.
    """

    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        dtype = dtype or ms.float32
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        options = {"batch_first": batch_first, "norm_first": norm_first, "bias": bias}
        norms = [nn.LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype) for _ in range(2)]
        for norm in () if bias else norms:
            del norm.beta
            norm.beta = ops.zeros(d_model, dtype)
        self.encoder = custom_encoder
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*sizes, **options, dtype=dtype)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norms[0])
        self.decoder = custom_decoder
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*sizes, **options, dtype=dtype)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norms[1])
        for parameter in self.get_parameters():
            if parameter.ndim > 1:
                first = initializer(XavierUniform(), parameter.shape, parameter.dtype)
                parameter.set_data(first)
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def construct(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        src_is_causal=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        memory = self.encoder(
            src,
            mask=src_mask,
            src_key_padding_mask=src_key_padding_mask,
            is_causal=src_is_causal,
        )
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz):
        """What is added to hide later positions: -inf above the diagonal, 0 elsewhere."""
        return ops.full((sz, sz), float("-inf"), dtype=ms.float32).triu(1)
