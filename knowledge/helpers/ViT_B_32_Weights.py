from helper import WeightsEnum


class ViT_B_32_Weights(WeightsEnum):
    """torchvision's weights of vit_b_32, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    DEFAULT = IMAGENET1K_V1
