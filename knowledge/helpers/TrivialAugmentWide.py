import numpy as np
from helper import augmented


class TrivialAugmentWide:
    """A PIL image after one operation drawn at random, at a magnitude drawn at random.

    Equals torchvision.transforms.TrivialAugmentWide of PIL images; numpy draws.
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

    def __init__(self, num_magnitude_bins=31, interpolation=None, fill=None):
        self.num_magnitude_bins = num_magnitude_bins
        self.interpolation = interpolation
        self.fill = fill

    def __call__(self, img):
        name = np.random.choice(self.signed + self.other)
        sign = np.random.choice((1, -1)) if name in self.signed else 1
        steps, most = self.num_magnitude_bins, (0.99, 32.0, 32.0, 135.0, 0.99, 6)
        how = (steps, np.random.randint(steps), sign, most, self.interpolation, self.fill)
        return augmented(img, name, *how)
