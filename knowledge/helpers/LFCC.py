from helper import AmplitudeToDB, Spectrogram, create_dct, linear_fbanks
from mindspore import nn, ops


class LFCC(nn.Cell):
    """Cepstral coefficients of a signal on a linear scale: (..., L) to (..., n_lfcc, frames).

    Equals torchaudio.transforms.LFCC.
    """

    def __init__(
        self,
        sample_rate=16000,
        n_filter=128,
        f_min=0.0,
        f_max=None,
        n_lfcc=40,
        dct_type=2,
        norm="ortho",
        log_lf=False,
        speckwargs=None,
    ):
        super().__init__()
        self.sample_rate = sample_rate
        self.f_min = f_min
        self.f_max = float(sample_rate // 2) if f_max is None else f_max
        self.n_filter = n_filter
        self.n_lfcc = n_lfcc
        self.dct_type = dct_type
        self.norm = norm
        self.top_db = 80.0
        self.amplitude_to_DB = AmplitudeToDB("power", self.top_db)
        self.Spectrogram = Spectrogram(**(speckwargs or {}))
        n_freqs = self.Spectrogram.n_fft // 2 + 1
        filters = linear_fbanks(n_freqs, f_min, self.f_max, n_filter, sample_rate)
        self.register_buffer("filter_mat", filters)
        self.register_buffer("dct_mat", create_dct(n_lfcc, n_filter, norm))
        self.log_lf = log_lf

    def construct(self, waveform):
        bands = ops.matmul(self.Spectrogram(waveform).swapaxes(-1, -2), self.filter_mat)
        bands = bands.swapaxes(-1, -2)
        bands = ops.log(bands + 1e-6) if self.log_lf else self.amplitude_to_DB(bands)
        return ops.matmul(bands.swapaxes(-1, -2), self.dct_mat).swapaxes(-1, -2)
