from helper import MaskGenerator
from mindspore import nn, ops


class ConvTasNet(nn.Cell):
    """Parts a signal (N, 1, L) into its sources (N, num_sources, L).

    Equals torchaudio.models.ConvTasNet: the same layers under the same names.
    """

    def __init__(
        self,
        num_sources=2,
        enc_kernel_size=16,
        enc_num_feats=512,
        msk_kernel_size=3,
        msk_num_feats=128,
        msk_num_hidden_feats=512,
        msk_num_layers=8,
        msk_num_stacks=3,
        msk_activate="sigmoid",
    ):
        super().__init__()
        self.num_sources = num_sources
        self.enc_num_feats = enc_num_feats
        self.enc_kernel_size = enc_kernel_size
        self.enc_stride = enc_kernel_size // 2
        window = {"stride": self.enc_stride, "pad_mode": "pad", "padding": self.enc_stride}
        self.encoder = nn.Conv1d(1, enc_num_feats, enc_kernel_size, **window)
        self.mask_generator = MaskGenerator(
            enc_num_feats,
            num_sources,
            msk_kernel_size,
            msk_num_feats,
            msk_num_hidden_feats,
            msk_num_layers,
            msk_num_stacks,
            msk_activate,
        )
        self.decoder = nn.Conv1dTranspose(enc_num_feats, 1, enc_kernel_size, **window)

    def construct(self, input):
        if input.ndim != 3 or input.shape[1] != 1:
            raise ValueError(
                f"Expected 3D tensor (batch, channel==1, frames). Found: {input.shape}"
            )
        length = input.shape[2]
        missing = -(length - self.enc_kernel_size % 2) % self.enc_stride
        feats = self.encoder(ops.pad(input, (0, missing)))
        masked = self.mask_generator(feats) * feats.unsqueeze(1)
        decoded = self.decoder(masked.reshape(-1, self.enc_num_feats, feats.shape[2]))
        return decoded.reshape(len(input), self.num_sources, -1)[..., :length]
