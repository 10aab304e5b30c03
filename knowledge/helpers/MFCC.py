from helper import AmplitudeToDB, MelSpectrogram, create_dct
from mindspore import nn, ops


class MFCC(nn.Cell):
    """Mel-frequency cepstral coefficients of a signal: (..., L) to (..., n_mfcc, frames).

    Equals torchaudio.transforms.MFCC.
    """

    def __init__(
        self,
        sample_rate=16000,
        n_mfcc=40,
        dct_type=2,
        norm="ortho",
        log_mels=False,
        melkwargs=None,
    ):
        super().__init__()
        self.sample_rate = sample_rate
        self.n_mfcc = n_mfcc
        self.dct_type = dct_type
        self.norm = norm
        self.top_db = 80.0
        self.amplitude_to_DB = AmplitudeToDB("power", self.top_db)
        self.MelSpectrogram = MelSpectrogram(sample_rate, **(melkwargs or {}))
        self.register_buffer("dct_mat", create_dct(n_mfcc, self.MelSpectrogram.n_mels, norm))
        self.log_mels = log_mels

    def construct(self, waveform):
        mels = self.MelSpectrogram(waveform)
        mels = ops.log(mels + 1e-6) if self.log_mels else self.amplitude_to_DB(mels)
        return ops.matmul(mels.swapaxes(-1, -2), self.dct_mat).swapaxes(-1, -2)
