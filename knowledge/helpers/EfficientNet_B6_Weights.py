import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B6_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b6, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 528, "resize_size": 528, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
