from helper import mask_along_axis, mask_along_axis_iid
from mindspore import nn


class TimeMasking(nn.Cell):
    """A spectrogram (..., freq, time) with up to time_mask_param frames masked.

    As torchaudio.transforms.TimeMasking: at most the share p of the frames; with iid_masks each
    channel has its own mask.
    """

    def __init__(self, time_mask_param, iid_masks=False, p=1.0):
        super().__init__()
        self.mask_param = time_mask_param
        self.iid_masks = iid_masks
        self.p = p

    def construct(self, specgram, mask_value=0.0):
        mask = mask_along_axis_iid if self.iid_masks else mask_along_axis
        return mask(specgram, self.mask_param, mask_value, specgram.ndim - 1, self.p)
