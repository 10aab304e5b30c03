import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B3_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b3, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 300, "resize_size": 320, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
