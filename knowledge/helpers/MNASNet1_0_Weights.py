from helper import WeightsEnum


class MNASNet1_0_Weights(WeightsEnum):
    """torchvision's weights of mnasnet1_0, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
