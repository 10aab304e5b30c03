import numpy as np
import PIL.Image


def perspective(img, startpoints, endpoints, interpolation=None, fill=None) -> PIL.Image.Image:
    """A PIL image whose four startpoints (x, y) lie at the endpoints afterwards.

    Equals torchvision.transforms.functional.perspective of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("perspective takes a PIL image", type(img))
    method = PIL.Image.Resampling(2 if interpolation is None else interpolation)  # 2 is bilinear
    rows, goal = [], []
    for (x, y), (u, v) in zip(startpoints, endpoints, strict=True):
        rows += [(u, v, 1, 0, 0, 0, -x * u, -x * v), (0, 0, 0, u, v, 1, -y * u, -y * v)]
        goal += [x, y]
    coefficients = np.linalg.lstsq(np.array(rows, float), np.array(goal, float), None)[0]
    bands = len(img.getbands())
    fill = 0 if fill is None else fill
    values = tuple(fill) if isinstance(fill, (list, tuple)) else (fill,)
    if len(values) == 1:
        values = values * bands
    color = values if bands > 1 else values[0]
    kind = PIL.Image.Transform.PERSPECTIVE
    return img.transform(
        img.size, kind, coefficients.astype(np.float32).tolist(), method, fillcolor=color
    )
