from helper import WeightsEnum


class ConvNeXt_Tiny_Weights(WeightsEnum):
    """torchvision's weights of convnext_tiny, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 236}
    DEFAULT = IMAGENET1K_V1
