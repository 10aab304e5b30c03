from mindspore import Tensor


def box_area(boxes) -> Tensor:
    """The areas of boxes (..., 4), given by their corners x1, y1, x2, y2.

    Equals torchvision.ops.box_area.
    """
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])
