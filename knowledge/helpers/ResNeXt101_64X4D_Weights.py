from helper import WeightsEnum


class ResNeXt101_64X4D_Weights(WeightsEnum):
    """torchvision's weights of resnext101_64x4d, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V1
