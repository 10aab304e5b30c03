from helper import WeightsEnum


class DenseNet161_Weights(WeightsEnum):
    """torchvision's weights of densenet161, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
