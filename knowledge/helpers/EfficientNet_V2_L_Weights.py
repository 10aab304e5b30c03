import mindspore.dataset.vision as vision
from helper import WeightsEnum


class EfficientNet_V2_L_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_v2_l, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {
        "crop_size": 480,
        "resize_size": 480,
        "interpolation": vision.Inter.BICUBIC,
        "mean": (0.5, 0.5, 0.5),
        "std": (0.5, 0.5, 0.5),
    }
    DEFAULT = IMAGENET1K_V1
