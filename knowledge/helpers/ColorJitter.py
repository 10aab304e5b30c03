import numpy as np
import PIL.Image
import PIL.ImageEnhance


class ColorJitter:
    """A PIL image with other brightness, contrast, saturation and hue, in an order drawn anew.

    A factor is drawn from (lowest, highest), or from 1 - x to 1 + x; that of the hue from -x to x.
    Equals torchvision.transforms.ColorJitter of PIL images; numpy draws.
    """

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        self.brightness = self.span(brightness, 1)
        self.contrast = self.span(contrast, 1)
        self.saturation = self.span(saturation, 1)
        self.hue = self.span(hue, 0)

    def span(self, value, middle):
        """The lowest and the highest factor; None where nothing is to change."""
        if isinstance(value, (int, float)):
            value = (max(middle - value, 0) if middle else -value, middle + value)
        return None if value[0] == value[1] == middle else tuple(value)

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("ColorJitter takes a PIL image", type(img))
        spans = (self.brightness, self.contrast, self.saturation)
        changes = (PIL.ImageEnhance.Brightness, PIL.ImageEnhance.Contrast, PIL.ImageEnhance.Color)
        for i in np.random.permutation(4):
            if i == 3 and self.hue is not None:
                img = self.turn(img, np.random.uniform(*self.hue))
            elif i < 3 and spans[i] is not None:
                img = changes[i](img).enhance(float(np.random.uniform(*spans[i])))
        return img

    def turn(self, img, hue):
        """The image with its hue moved by a part of the circle, -0.5 to 0.5."""
        if img.mode in ("L", "1", "I", "F"):
            return img
        channels = img.convert("HSV").split()
        moved = np.array(channels[0]) + np.int32(hue * 255).astype(np.uint8)
        joined = (PIL.Image.fromarray(moved.astype(np.uint8)), *channels[1:])
        return PIL.Image.merge("HSV", joined).convert(img.mode)
