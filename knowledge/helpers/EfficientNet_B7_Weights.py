import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B7_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b7, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 600, "resize_size": 600, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
