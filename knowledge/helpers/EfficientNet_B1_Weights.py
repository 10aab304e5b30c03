import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B1_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b1, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 240, "interpolation": vision.Inter.BICUBIC}
    IMAGENET1K_V2 = {"crop_size": 240, "resize_size": 255}
    DEFAULT = IMAGENET1K_V2
