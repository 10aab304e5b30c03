from helper import WeightsEnum


class ResNeXt101_32X8D_Weights(WeightsEnum):
    """torchvision's weights of resnext101_32x8d, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    IMAGENET1K_V2 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V2
