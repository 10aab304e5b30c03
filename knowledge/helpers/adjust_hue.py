import numpy as np
import PIL.Image


def adjust_hue(img, hue_factor) -> PIL.Image.Image:
    """A PIL image with its hue moved by a part of the circle, -0.5 to 0.5.

    Equals torchvision.transforms.functional.adjust_hue of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("adjust_hue takes a PIL image", type(img))
    if img.mode in ("L", "1", "I", "F"):
        return img
    channels = img.convert("HSV").split()
    moved = np.array(channels[0]) + np.int32(hue_factor * 255).astype(np.uint8)
    joined = (PIL.Image.fromarray(moved.astype(np.uint8)), *channels[1:])
    return PIL.Image.merge("HSV", joined).convert(img.mode)
