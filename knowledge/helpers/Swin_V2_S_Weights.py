import mindspore.dataset.vision as vision
from helper import WeightsEnum


class Swin_V2_S_Weights(WeightsEnum):
    """torchvision's weights of swin_v2_s, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 256, "resize_size": 260, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
