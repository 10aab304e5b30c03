import numpy as np
from helper import augmented


class RandAugment:
    """A PIL image after num_ops operations drawn at random, each at the same magnitude.

    Equals torchvision.transforms.RandAugment of PIL images; numpy draws.
    """

    signed = [
        "ShearX",
        "ShearY",
        "TranslateX",
        "TranslateY",
        "Rotate",
        "Brightness",
        "Color",
        "Contrast",
        "Sharpness",
    ]
    other = ["Identity", "Posterize", "Solarize", "AutoContrast", "Equalize"]

    def __init__(
        self, num_ops=2, magnitude=9, num_magnitude_bins=31, interpolation=None, fill=None
    ):
        self.num_ops = num_ops
        self.magnitude = magnitude
        self.num_magnitude_bins = num_magnitude_bins
        self.interpolation = interpolation
        self.fill = fill

    def __call__(self, img):
        for _ in range(self.num_ops):
            name = np.random.choice(self.signed + self.other)
            sign = np.random.choice((1, -1)) if name in self.signed else 1
            far = (150.0 / 331.0 * img.width, 150.0 / 331.0 * img.height)
            steps, most = self.num_magnitude_bins, (0.3, *far, 30.0, 0.9, 4)
            how = (steps, self.magnitude, sign, most, self.interpolation, self.fill)
            img = augmented(img, name, *how)
        return img
