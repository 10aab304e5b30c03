import math

import numpy as np
import PIL.Image


class RandomAffine:
    """A PIL image, turned, moved, scaled and sheared at random around its middle.

    degrees and shear are in degrees, (lowest, highest) or d for (-d, d); translate is in parts of
    width and height. Equals torchvision.transforms.RandomAffine of PIL images; numpy draws.
    """

    def __init__(
        self,
        degrees,
        translate=None,
        scale=None,
        shear=None,
        interpolation=PIL.Image.Resampling.NEAREST,
        fill=0,
        center=None,
    ):
        self.degrees = self.span(degrees)
        self.translate = translate
        self.scale = scale
        self.shear = None if shear is None else self.span(shear)
        self.interpolation = PIL.Image.Resampling(interpolation)
        self.fill = fill
        self.center = center

    def span(self, value):
        return (-value, value) if np.isscalar(value) else tuple(value)

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomAffine takes a PIL image", type(img))
        angle = float(np.random.uniform(*self.degrees))
        moved, scale, sheared = (0, 0), 1.0, [0.0, 0.0]
        if self.translate is not None:
            most = (self.translate[0] * img.width, self.translate[1] * img.height)
            moved = tuple(round(float(np.random.uniform(-item, item))) for item in most)
        if self.scale is not None:
            scale = float(np.random.uniform(*self.scale))
        if self.shear is not None:
            sheared[0] = float(np.random.uniform(*self.shear[:2]))
            if len(self.shear) == 4:
                sheared[1] = float(np.random.uniform(*self.shear[2:]))
        matrix = self.matrix(img, angle, moved, scale, sheared)
        bands = len(img.getbands())
        values = (self.fill,) * bands if np.isscalar(self.fill) else tuple(self.fill)
        color = values if bands > 1 else values[0]
        kind = PIL.Image.Transform.AFFINE
        return img.transform(img.size, kind, matrix, self.interpolation, fillcolor=color)

    def matrix(self, img, angle, moved, scale, sheared):
        """Where each pixel of the result comes from: six numbers, row by row."""
        turn = math.radians(angle)
        across, down = (math.radians(item) for item in sheared)
        a = math.cos(turn - down) / math.cos(down)
        b = -math.cos(turn - down) * math.tan(across) / math.cos(down) - math.sin(turn)
        c = math.sin(turn - down) / math.cos(down)
        d = -math.sin(turn - down) * math.tan(across) / math.cos(down) + math.cos(turn)
        x, y = self.center or (img.width * 0.5, img.height * 0.5)
        left, top = x + moved[0], y + moved[1]
        rows = [(d / scale, -b / scale, x), (-c / scale, a / scale, y)]
        return [item for p, q, r in rows for item in (p, q, r - p * left - q * top)]
