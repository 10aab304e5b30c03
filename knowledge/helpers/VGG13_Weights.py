from helper import WeightsEnum


class VGG13_Weights(WeightsEnum):
    """torchvision's weights of vgg13, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
