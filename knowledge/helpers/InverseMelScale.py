import mindspore as ms
import numpy as np
from helper import melscale_fbanks
from mindspore import nn, ops


class InverseMelScale(nn.Cell):
    """A spectrogram near a mel spectrogram: (..., n_mels, time) to (..., n_stft, time).

    Equals torchaudio.transforms.InverseMelScale: least squares, without what is below 0.
    """

    def __init__(
        self,
        n_stft,
        n_mels=128,
        sample_rate=16000,
        f_min=0.0,
        f_max=None,
        norm=None,
        mel_scale="htk",
        driver="gels",
    ):
        super().__init__()
        self.n_stft = n_stft
        self.n_mels = n_mels
        self.sample_rate = sample_rate
        self.f_max = f_max or float(sample_rate // 2)
        self.f_min = f_min
        self.norm = norm
        self.mel_scale = mel_scale
        how = (n_mels, sample_rate, norm, mel_scale)
        self.register_buffer("fb", melscale_fbanks(n_stft, f_min, self.f_max, *how))

    def construct(self, melspec):
        inverse = ms.Tensor(np.linalg.pinv(self.fb.asnumpy().T.astype(float)), melspec.dtype)
        return ops.relu(ops.matmul(inverse, melspec))
