from helper import WeightsEnum


class DenseNet201_Weights(WeightsEnum):
    """torchvision's weights of densenet201, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
