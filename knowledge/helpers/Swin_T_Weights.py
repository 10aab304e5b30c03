import mindspore.dataset.vision as vision
from helper import WeightsEnum


class Swin_T_Weights(WeightsEnum):
    """torchvision's weights of swin_t, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
