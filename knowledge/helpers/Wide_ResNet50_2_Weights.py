from helper import WeightsEnum


class Wide_ResNet50_2_Weights(WeightsEnum):
    """torchvision's weights of wide_resnet50_2, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    IMAGENET1K_V2 = {"crop_size": 224, "resize_size": 232}
    DEFAULT = IMAGENET1K_V2
