import math

import numpy as np
import PIL.Image
import PIL.ImageEnhance
import PIL.ImageOps
from helper import affine, rotate


def augmented(img, name, steps, at, sign, most, interpolation, fill) -> PIL.Image.Image:
    """A PIL image after one operation of an augmentation policy, at one of so many steps.

    most gives the greatest shear, shift across and down in pixels, angle in degrees and change of
    colours, and how many bits posterize takes away. Equals what torchvision does under that name.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("augmentation takes a PIL image", type(img))
    if isinstance(interpolation, str):
        interpolation = PIL.Image.Resampling[interpolation.upper()]
    shear, right, down, angle, colour, bits = most
    across = name.endswith("X")

    def up_to(last):
        return sign * float(np.linspace(0.0, last, steps, dtype=np.float32)[at])

    if name.startswith("Shear"):
        turn = math.degrees(math.atan(up_to(shear)))
        turns = (turn, 0.0) if across else (0.0, turn)
        return affine(img, 0.0, (0, 0), 1.0, turns, interpolation, fill, (0, 0))
    if name.startswith("Translate"):
        moved = (int(up_to(right)), 0) if across else (0, int(up_to(down)))
        return affine(img, 0.0, moved, 1.0, 0.0, interpolation, fill)
    if name == "Rotate":
        return rotate(img, up_to(angle), interpolation, fill=fill)
    coloured = {
        "Brightness": PIL.ImageEnhance.Brightness,
        "Color": PIL.ImageEnhance.Color,
        "Contrast": PIL.ImageEnhance.Contrast,
        "Sharpness": PIL.ImageEnhance.Sharpness,
    }
    if name in coloured:
        return coloured[name](img).enhance(1.0 + up_to(colour))
    if name == "Posterize":
        return PIL.ImageOps.posterize(img, 8 - int(np.round(at / ((steps - 1) / bits))))
    if name == "Solarize":
        return PIL.ImageOps.solarize(img, float(np.linspace(255.0, 0.0, steps)[at]))
    whole = {
        "AutoContrast": PIL.ImageOps.autocontrast,
        "Equalize": PIL.ImageOps.equalize,
        "Invert": PIL.ImageOps.invert,
    }
    return whole[name](img) if name in whole else img
