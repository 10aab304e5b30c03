import mindspore as ms
from mindspore import ops


def clip_boxes_to_image(boxes, size) -> ms.Tensor:
    """Boxes (..., 4) of corners (x1, y1, x2, y2) inside an image of (height, width).

    Equals torchvision.ops.clip_boxes_to_image.
    """
    height, width = size
    x1, y1, x2, y2 = ops.unbind(boxes, -1)
    x1, x2 = (ops.clamp(x, 0, width) for x in (x1, x2))
    y1, y2 = (ops.clamp(y, 0, height) for y in (y1, y2))
    return ops.stack((x1, y1, x2, y2), -1)
