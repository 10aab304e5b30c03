from helper import WeightsEnum


class EfficientNet_V2_S_Weights(WeightsEnum):
    """torchvision's weights of efficientnet_v2_s, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 384, "resize_size": 384}
    DEFAULT = IMAGENET1K_V1
