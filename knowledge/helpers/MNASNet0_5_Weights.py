from helper import WeightsEnum


class MNASNet0_5_Weights(WeightsEnum):
    """torchvision's weights of mnasnet0_5, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
