import PIL.Image


def rotate(img, angle, interpolation=None, expand=False, center=None, fill=None) -> PIL.Image.Image:
    """A PIL image, turned counter-clockwise by an angle in degrees.

    Equals torchvision.transforms.functional.rotate of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("rotate takes a PIL image", type(img))
    method = PIL.Image.Resampling(0 if interpolation is None else interpolation)  # 0 is nearest
    bands = len(img.getbands())
    fill = 0 if fill is None else fill
    values = tuple(fill) if isinstance(fill, (list, tuple)) else (fill,)
    if len(values) == 1:
        values = values * bands
    color = values if bands > 1 else values[0]
    return img.rotate(angle, method, expand, center, fillcolor=color)
