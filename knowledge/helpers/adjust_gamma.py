import PIL.Image


def adjust_gamma(img, gamma, gain=1) -> PIL.Image.Image:
    """A PIL image whose values v, from 0 to 1, became gain * v ** gamma.

    Equals torchvision.transforms.functional.adjust_gamma of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("adjust_gamma takes a PIL image", type(img))
    curve = [int((255 + 1 - 1e-3) * gain * (value / 255.0) ** gamma) for value in range(256)]
    color = img.convert("RGB")
    return color.point(curve * 3).convert(img.mode)
