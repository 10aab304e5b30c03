import numpy as np
import PIL.Image
import PIL.ImageOps
from helper import augmented


class AugMix:
    """A PIL image, mixed with chains of random operations on it.

    Equals torchvision.transforms.AugMix of PIL images, with Pillow's operations; numpy draws.
    """

    always = ("ShearX", "ShearY", "TranslateX", "TranslateY", "Rotate", "Posterize", "Solarize",
              "AutoContrast", "Equalize")  # fmt: skip
    colours = ("Brightness", "Color", "Contrast", "Sharpness")
    unsigned = ("Posterize", "Solarize", "AutoContrast", "Equalize")

    def __init__(
        self,
        severity=3,
        mixture_width=3,
        chain_depth=-1,
        alpha=1.0,
        all_ops=True,
        interpolation=PIL.Image.Resampling.BILINEAR,
        fill=None,
    ):
        if not 1 <= severity <= 10:
            raise ValueError("The severity must be from 1 to 10", severity)
        self.severity = severity
        self.mixture_width = mixture_width
        self.chain_depth = chain_depth
        self.alpha = alpha
        self.all_ops = all_ops
        self.interpolation = interpolation
        self.fill = fill

    def __call__(self, img):
        own, others = np.random.dirichlet([self.alpha] * 2)
        shares = np.random.dirichlet([self.alpha] * self.mixture_width) * others
        mixed = own * np.asarray(img, np.float32)
        for share in shares:
            changed = img
            for _ in range(self.chain_depth if self.chain_depth > 0 else np.random.randint(1, 4)):
                changed = self.change(changed)
            mixed = mixed + share * np.asarray(changed, np.float32)
        return PIL.Image.fromarray(mixed.astype(np.uint8))

    def change(self, img):
        """The image after one operation."""
        name = np.random.choice(self.always + self.colours if self.all_ops else self.always)
        at = np.random.randint(self.severity)
        if name == "Posterize":
            bits = 4 - int(np.round(at / (9 / 4)))
            return PIL.ImageOps.posterize(img, bits) if bits else img.point(lambda value: 0)
        sign = 1 if name in self.unsigned else np.random.choice((1, -1))
        most = (0.3, img.width / 3, img.height / 3, 30.0, 0.9, 4)
        return augmented(img, name, 10, at, sign, most, self.interpolation, self.fill)
