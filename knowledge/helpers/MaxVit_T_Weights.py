import mindspore.dataset.vision as vision
from helper import WeightsEnum


class MaxVit_T_Weights(WeightsEnum):
    """torchvision's weights of maxvit_t, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 224, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
