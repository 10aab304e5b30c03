from helper import WeightsEnum


class MobileNet_V3_Small_Weights(WeightsEnum):
    """torchvision's weights of mobilenet_v3_small, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
