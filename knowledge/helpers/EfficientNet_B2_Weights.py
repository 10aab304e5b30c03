import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B2_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b2, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 288, "resize_size": 288, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
