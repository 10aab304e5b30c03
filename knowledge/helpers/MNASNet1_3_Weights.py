from helper import WeightsEnum


class MNASNet1_3_Weights(WeightsEnum):
    """torchvision's weights of mnasnet1_3, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V1
