from helper import WeightsEnum


class MNASNet0_75_Weights(WeightsEnum):
    """torchvision's weights of mnasnet0_75, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V1
