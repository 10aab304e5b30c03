from helper import WeightsEnum


class AlexNet_Weights(WeightsEnum):
    """torchvision's weights of alexnet, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
