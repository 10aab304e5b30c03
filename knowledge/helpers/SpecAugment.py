from helper import mask_along_axis, mask_along_axis_iid
from mindspore import nn


class SpecAugment(nn.Cell):
    """A spectrogram (..., freq, time) with several bands of frequencies and frames masked.

    As torchaudio.transforms.SpecAugment: by its mean, or by 0 with zero_masking.
    """

    def __init__(
        self,
        n_time_masks,
        time_mask_param,
        n_freq_masks,
        freq_mask_param,
        iid_masks=True,
        p=1.0,
        zero_masking=False,
    ):
        super().__init__()
        self.n_time_masks = n_time_masks
        self.time_mask_param = time_mask_param
        self.n_freq_masks = n_freq_masks
        self.freq_mask_param = freq_mask_param
        self.iid_masks = iid_masks
        self.p = p
        self.zero_masking = zero_masking

    def construct(self, specgram):
        value = 0.0 if self.zero_masking else specgram.mean()
        iid = self.iid_masks and specgram.ndim > 2
        mask = mask_along_axis_iid if iid else mask_along_axis
        for _ in range(self.n_time_masks):
            specgram = mask(specgram, self.time_mask_param, value, specgram.ndim - 1, self.p)
        for _ in range(self.n_freq_masks):
            specgram = mask(specgram, self.freq_mask_param, value, specgram.ndim - 2, self.p)
        return specgram
