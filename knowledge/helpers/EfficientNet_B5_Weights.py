import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B5_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b5, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 456, "resize_size": 456, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
