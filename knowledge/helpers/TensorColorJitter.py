import numpy as np
from helper import (
    adjust_brightness_tensor,
    adjust_contrast_tensor,
    adjust_hue_tensor,
    adjust_saturation_tensor,
)


class TensorColorJitter:
    """A tensor (..., C, H, W) with other brightness, contrast, saturation and hue, in an order drawn anew.

    A factor is drawn from (lowest, highest), or from 1 - x to 1 + x; that of the hue from -x to x.
    Equals torchvision.transforms.ColorJitter of tensors; numpy draws.
    """

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        spans = [self.span(value, 1) for value in (brightness, contrast, saturation)]
        self.brightness, self.contrast, self.saturation = spans
        self.hue = self.span(hue, 0)

    def span(self, value, middle):
        """The lowest and the highest factor; None where nothing is to change."""
        if isinstance(value, (int, float)):
            value = (max(middle - value, 0) if middle else -value, middle + value)
        return None if value[0] == value[1] == middle else tuple(value)

    def __call__(self, img):
        changes = [
            (adjust_brightness_tensor, self.brightness),
            (adjust_contrast_tensor, self.contrast),
            (adjust_saturation_tensor, self.saturation),
            (adjust_hue_tensor, self.hue),
        ]
        for i in np.random.permutation(4):
            change, span = changes[i]
            if span is not None:
                img = change(img, float(np.random.uniform(*span)))
        return img
