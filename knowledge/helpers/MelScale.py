from helper import melscale_fbanks
from mindspore import nn, ops


class MelScale(nn.Cell):
    """A spectrogram on the mel scale: (..., n_stft, time) to (..., n_mels, time).

    Equals torchaudio.transforms.MelScale.
    """

    def __init__(
        self,
        n_mels=128,
        sample_rate=16000,
        f_min=0.0,
        f_max=None,
        n_stft=201,
        norm=None,
        mel_scale="htk",
    ):
        super().__init__()
        self.n_mels = n_mels
        self.sample_rate = sample_rate
        self.f_max = float(sample_rate // 2) if f_max is None else f_max
        self.f_min = f_min
        self.n_stft = n_stft
        self.norm = norm
        self.mel_scale = mel_scale
        how = (n_mels, sample_rate, norm, mel_scale)
        self.register_buffer("fb", melscale_fbanks(n_stft, f_min, self.f_max, *how))

    def construct(self, specgram):
        return ops.matmul(specgram.swapaxes(-1, -2), self.fb).swapaxes(-1, -2)
