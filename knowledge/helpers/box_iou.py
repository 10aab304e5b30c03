import mindspore as ms
from mindspore import ops


def box_iou(boxes1, boxes2) -> ms.Tensor:
    """Intersection over union of each pair of boxes (x1, y1, x2, y2): (N, 4), (M, 4) to (N, M).

    Equals torchvision.ops.box_iou.
    """
    boxes1, boxes2 = (
        boxes.astype(ms.float32) if boxes.dtype in (ms.float16, ms.bfloat16) else boxes
        for boxes in (boxes1, boxes2)
    )
    area1 = (boxes1[..., 2] - boxes1[..., 0]) * (boxes1[..., 3] - boxes1[..., 1])
    area2 = (boxes2[..., 2] - boxes2[..., 0]) * (boxes2[..., 3] - boxes2[..., 1])
    low = ops.maximum(boxes1[..., None, :2], boxes2[..., None, :, :2])
    high = ops.minimum(boxes1[..., None, 2:], boxes2[..., None, :, 2:])
    sides = ops.clamp(high - low, min=0)
    shared = sides[..., 0] * sides[..., 1]
    return shared / (area1[..., None] + area2[..., None, :] - shared)
