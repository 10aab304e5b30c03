from helper import sliding_window_cmn
from mindspore import nn


class SlidingWindowCmn(nn.Cell):
    """A spectrogram (..., time, freq) without the mean of a window that slides along time.

    Equals torchaudio.transforms.SlidingWindowCmn.
    """

    def __init__(self, cmn_window=600, min_cmn_window=100, center=False, norm_vars=False):
        super().__init__()
        self.cmn_window = cmn_window
        self.min_cmn_window = min_cmn_window
        self.center = center
        self.norm_vars = norm_vars

    def construct(self, specgram):
        how = (self.cmn_window, self.min_cmn_window, self.center, self.norm_vars)
        return sliding_window_cmn(specgram, *how)
