import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_B0_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_b0, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "interpolation": vision.Inter.BICUBIC}
    DEFAULT = IMAGENET1K_V1
