from helper import WeightsEnum


class ShuffleNet_V2_X1_5_Weights(WeightsEnum):
    """torchvision's weights of shufflenet_v2_x1_5, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V1
