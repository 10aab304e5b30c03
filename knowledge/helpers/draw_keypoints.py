import mindspore as ms
import numpy as np
import PIL.ImageDraw
from helper import drawing_canvas


def draw_keypoints(
    image,
    keypoints,
    connectivity=None,
    colors=None,
    radius=2,
    width=3,
    visibility=None,
) -> ms.Tensor:
    """An image (3, h, w) with the keypoints (n, k, 2) of n things and lines between them.

    It goes through Pillow and has no gradient. Equals torchvision.utils.draw_keypoints.
    """
    picture = drawing_canvas(image)
    draw = PIL.ImageDraw.Draw(picture)
    places = keypoints.asnumpy().astype(np.int64).tolist()
    seen = np.ones(keypoints.shape[:2], bool)
    if visibility is not None:
        seen = visibility.asnumpy().reshape(keypoints.shape[:2]).astype(bool)
    for points, visible in zip(places, seen, strict=True):
        for (x, y), is_seen in zip(points, visible, strict=True):
            if is_seen:
                draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colors, width=0)
        for first, second in connectivity or ():
            if visible[first] and visible[second]:
                draw.line((tuple(points[first]), tuple(points[second])), width=width)
    drawn = np.asarray(picture).transpose(2, 0, 1)
    return ms.Tensor(drawn) if image.dtype == ms.uint8 else ms.tensor(drawn / 255, image.dtype)
