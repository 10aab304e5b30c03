from helper import ConvBlock
from mindspore import mint, nn


class MaskGenerator(nn.Cell):
    """Masks of several sources: (N, input_dim, L) to (N, num_sources, input_dim, L).

    Equals torchaudio.models.conv_tasnet.MaskGenerator; msk_activate is "sigmoid" or "relu".
    """

    def __init__(
        self,
        input_dim,
        num_sources,
        kernel_size,
        num_feats,
        num_hidden,
        num_layers,
        num_stacks,
        msk_activate,
    ):
        super().__init__()
        self.input_dim = input_dim
        self.num_sources = num_sources
        self.input_norm = mint.nn.GroupNorm(1, input_dim, eps=1e-8)
        self.input_conv = nn.Conv1d(input_dim, num_feats, 1, has_bias=True)
        dilations = [2**layer for layer in range(num_layers)] * num_stacks
        self.receptive_field = kernel_size + (kernel_size - 1) * sum(dilations[1:])
        self.conv_layers = nn.CellList(
            [
                ConvBlock(
                    num_feats, num_hidden, kernel_size, dilation, dilation, place == len(dilations)
                )
                for place, dilation in enumerate(dilations, 1)
            ]
        )
        self.output_prelu = mint.nn.PReLU()
        self.output_conv = nn.Conv1d(num_feats, input_dim * num_sources, 1, has_bias=True)
        self.mask_activate = {"sigmoid": nn.Sigmoid, "relu": nn.ReLU}[msk_activate]()

    def construct(self, input):
        feats, output = self.input_conv(self.input_norm(input)), 0.0
        for layer in self.conv_layers:
            residual, skip = layer(feats)
            feats = feats if residual is None else feats + residual
            output = output + skip
        masks = self.mask_activate(self.output_conv(self.output_prelu(output)))
        return masks.reshape(input.shape[0], self.num_sources, self.input_dim, -1)
