import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B4_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b4, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 380, "resize_size": 384, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
