from helper import WeightsEnum


class SqueezeNet1_1_Weights(WeightsEnum):
    """torchvision's weights of squeezenet1_1, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
