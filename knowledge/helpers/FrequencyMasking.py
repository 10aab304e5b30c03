from helper import mask_along_axis, mask_along_axis_iid
from mindspore import nn


class FrequencyMasking(nn.Cell):
    """A spectrogram (..., freq, time) with a band of up to freq_mask_param frequencies masked.

    As torchaudio.transforms.FrequencyMasking; with iid_masks each channel has its own band.
    """

    def __init__(self, freq_mask_param, iid_masks=False):
        super().__init__()
        self.mask_param = freq_mask_param
        self.iid_masks = iid_masks

    def construct(self, specgram, mask_value=0.0):
        mask = mask_along_axis_iid if self.iid_masks else mask_along_axis
        return mask(specgram, self.mask_param, mask_value, specgram.ndim - 2)
