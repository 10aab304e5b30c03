import copy

import mindspore as ms
from mindspore import nn


class TransformerEncoder(nn.Cell):
    """num_layers copies of encoder_layer, one after the other, which all start with its values.

    Equals torch.nn.TransformerEncoder. In evaluation, where torch computes without gradients, the
    rows of padding at the end of a sequence come out as zeros there, and here.
    """

    def __init__(
        self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True
    ):
        super().__init__()
        self.layers = nn.CellList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm
        self.mask_check = mask_check
        plain = getattr(encoder_layer, "leaves_out_padding", False)
        self.leaves_out_padding = enable_nested_tensor and plain

    def construct(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        output = src
        for layer in self.layers:
            output = layer(
                output,
                src_mask=mask,
                src_key_padding_mask=src_key_padding_mask,
                is_causal=bool(is_causal),
            )
        alone = mask is None and src_key_padding_mask is not None and src.ndim == 3
        if alone and self.leaves_out_padding and not self.training:
            padding = (src_key_padding_mask.astype(ms.float32) != 0).astype(ms.float32)
            if self.mask_check:
                padding = padding * (padding[:, 1:] >= padding[:, :-1]).all()
            output = output.masked_fill((padding > 0).expand_dims(-1), 0.0)
        return output if self.norm is None else self.norm(output)
