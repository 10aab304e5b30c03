from helper import WeightsEnum


class EfficientNet_V2_M_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_v2_m, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 480, "resize_size": 480}
    DEFAULT = IMAGENET1K_V1
