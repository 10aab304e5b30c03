from helper import TransformerLayer


class TransformerEncoderLayer(TransformerLayer):
    """Self-attention, then a feed-forward network, over (length, batch, d_model).

    Equals torch.nn.TransformerEncoderLayer: the same arguments, layers and first values; with
    batch_first the input is (batch, length, d_model).
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__(
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            bias,
            dtype,
        )
        # Of such layers torch's encoder leaves out the padding when it evaluates.
        name = getattr(activation, "__name__", type(activation).__name__)
        name = activation if isinstance(activation, str) else name.lower()
        plain = name in ("relu", "gelu") and bias and not norm_first
        self.leaves_out_padding = plain and batch_first and nhead % 2 == 0

    def construct(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self._ff_block(x))

    def _ff_block(self, x):
        return self.dropout2(self._fed_forward(x))
