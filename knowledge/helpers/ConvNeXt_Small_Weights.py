from helper import WeightsEnum


class ConvNeXt_Small_Weights(WeightsEnum):
    """torchvision's weights of convnext_small, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 230}
    DEFAULT = IMAGENET1K_V1
