from helper import WeightsEnum


class ConvNeXt_Base_Weights(WeightsEnum):
    """torchvision's weights of convnext_base, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V1
