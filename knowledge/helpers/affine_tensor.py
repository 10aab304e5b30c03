import math

import mindspore as ms
import numpy as np
from helper import warp_tensor


def affine_tensor(
    img,
    angle,
    translate,
    scale,
    shear,
    interpolation=None,
    fill=None,
    center=None,
    expand=False,
) -> ms.Tensor:
    """A tensor (..., H, W), turned by an angle in degrees, scaled, sheared, and moved by pixels.

    With expand the result is as large as the whole turned image. Equals
    torchvision.transforms.functional.affine of tensors.
    """
    height, width = img.shape[-2:]
    shears = (tuple(shear) if isinstance(shear, (list, tuple)) else (shear,)) + (0.0,)
    turn = math.radians(angle)
    across, down = (math.radians(item) for item in shears[:2])
    a = math.cos(turn - down) / math.cos(down)
    b = -math.cos(turn - down) * math.tan(across) / math.cos(down) - math.sin(turn)
    c = math.sin(turn - down) / math.cos(down)
    d = -math.sin(turn - down) * math.tan(across) / math.cos(down) + math.cos(turn)
    x, y = (0.0, 0.0) if center is None else (center[0] - width * 0.5, center[1] - height * 0.5)
    left, top = x + translate[0], y + translate[1]
    lines = [(d / scale, -b / scale, x), (-c / scale, a / scale, y)]
    matrix = np.array([(p, q, r - p * left - q * top) for p, q, r in lines], np.float32)

    wide, high = width, height
    if expand:
        edges = np.array([(-1, -1, 2), (-1, 1, 2), (1, 1, 2), (1, -1, 2)], np.float32) * 0.5
        edges = edges * (width, height, 1) @ matrix.T + (width * 0.5, height * 0.5)
        first = np.floor(np.trunc(edges.min(0) / 1e-4) * 1e-4)
        last = np.ceil(np.trunc(edges.max(0) / 1e-4) * 1e-4)
        wide, high = (last - first).astype(int).tolist()
    columns = np.arange(wide, dtype=np.float32) - (wide - 1) * 0.5
    rows = (np.arange(high, dtype=np.float32) - (high - 1) * 0.5)[:, None]
    places = []
    for line, size in zip(matrix, (width, height), strict=True):
        p, q, r = line / np.float32(size * 0.5)
        places.append(((p * columns + q * rows + r + 1) * np.float32(size) - 1) / 2)
    return warp_tensor(img, *places, interpolation, fill)
