import mindspore.dataset.vision as vision
from helper import WeightsEnum


class RegNet_Y_128GF_Weights(WeightsEnum):
    """torchvision's weights of regnet_y_128gf, and what ImageClassification is told for each."""

    IMAGENET1K_SWAG_E2E_V1 = {
        "crop_size": 384,
        "resize_size": 384,
        "interpolation": vision.Inter.BICUBIC,
    }
    IMAGENET1K_SWAG_LINEAR_V1 = {
        "crop_size": 224,
        "resize_size": 224,
        "interpolation": vision.Inter.BICUBIC,
    }
    DEFAULT = IMAGENET1K_SWAG_E2E_V1
