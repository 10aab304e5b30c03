from helper import WeightsEnum


class Inception_V3_Weights(WeightsEnum):
    """torchvision's weights of inception_v3, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 299, "resize_size": 342}
    DEFAULT = IMAGENET1K_V1
