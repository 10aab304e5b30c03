import mindspore as ms
from mindspore import ops


def generalized_box_iou(boxes1, boxes2) -> ms.Tensor:
    """Generalized intersection over union of each pair of boxes (x1, y1, x2, y2): (N, M).

    Equals torchvision.ops.generalized_box_iou.
    """
    boxes1, boxes2 = (
        boxes.astype(ms.float32) if boxes.dtype in (ms.float16, ms.bfloat16) else boxes
        for boxes in (boxes1, boxes2)
    )
    area1 = (boxes1[..., 2] - boxes1[..., 0]) * (boxes1[..., 3] - boxes1[..., 1])
    area2 = (boxes2[..., 2] - boxes2[..., 0]) * (boxes2[..., 3] - boxes2[..., 1])
    first, second = boxes1[..., None, :], boxes2[..., None, :, :]
    low, high = ops.maximum(first, second), ops.minimum(first, second)
    inner = ops.clamp(high[..., 2:] - low[..., :2], min=0)
    outer = ops.clamp(low[..., 2:] - high[..., :2], min=0)
    shared = inner[..., 0] * inner[..., 1]
    union = area1[..., None] + area2[..., None, :] - shared
    hull = outer[..., 0] * outer[..., 1]
    return shared / union - (hull - union) / hull
