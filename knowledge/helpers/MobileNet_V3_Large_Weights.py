from helper import WeightsEnum


class MobileNet_V3_Large_Weights(WeightsEnum):
    """torchvision's weights of mobilenet_v3_large, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    IMAGENET1K_V2 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V2
