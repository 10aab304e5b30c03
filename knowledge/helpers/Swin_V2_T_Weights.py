import mindspore.dataset.vision as vision
from helper import WeightsEnum


class Swin_V2_T_Weights(WeightsEnum):
    """torchvision's weights of swin_v2_t, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 256, "resize_size": 260, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
