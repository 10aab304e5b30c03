from helper import WeightsEnum


class ConvNeXt_Large_Weights(WeightsEnum):
    """torchvision's weights of convnext_large, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V1
