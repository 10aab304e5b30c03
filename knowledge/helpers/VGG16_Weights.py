from helper import WeightsEnum


class VGG16_Weights(WeightsEnum):
    """torchvision's weights of vgg16, and what ImageClassification is told for each."""

    IMAGENET1K_V1 = {"crop_size": 224}
    IMAGENET1K_FEATURES = {
        "crop_size": 224,
        "mean": (0.48235, 0.45882, 0.40784),
        "std": (0.00392156862745098, 0.00392156862745098, 0.00392156862745098),
    }
    DEFAULT = IMAGENET1K_V1
