from helper import WeightsEnum


class RegNet_X_400MF_Weights(WeightsEnum):
    """torchvision's weights of regnet_x_400mf, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    IMAGENET1K_V2 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V2
