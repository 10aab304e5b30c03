import math

import PIL.Image


def affine(
    img, angle, translate, scale, shear, interpolation=None, fill=None, center=None
) -> PIL.Image.Image:
    """A PIL image, turned by an angle in degrees, scaled, sheared, and moved by pixels.

    Equals torchvision.transforms.functional.affine of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("affine takes a PIL image", type(img))
    method = PIL.Image.Resampling(0 if interpolation is None else interpolation)  # 0 is nearest
    shears = (tuple(shear) if isinstance(shear, (list, tuple)) else (shear,)) + (0.0,)

    turn = math.radians(angle)
    across, down = (math.radians(item) for item in shears[:2])
    a = math.cos(turn - down) / math.cos(down)
    b = -math.cos(turn - down) * math.tan(across) / math.cos(down) - math.sin(turn)
    c = math.sin(turn - down) / math.cos(down)
    d = -math.sin(turn - down) * math.tan(across) / math.cos(down) + math.cos(turn)
    x, y = center or (img.width * 0.5, img.height * 0.5)
    left, top = x + translate[0], y + translate[1]
    rows = [(d / scale, -b / scale, x), (-c / scale, a / scale, y)]
    matrix = [item for p, q, r in rows for item in (p, q, r - p * left - q * top)]
    bands = len(img.getbands())
    fill = 0 if fill is None else fill
    values = tuple(fill) if isinstance(fill, (list, tuple)) else (fill,)
    if len(values) == 1:
        values = values * bands
    color = values if bands > 1 else values[0]
    kind = PIL.Image.Transform.AFFINE
    return img.transform(img.size, kind, matrix, method, fillcolor=color)
