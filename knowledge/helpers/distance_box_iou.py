import mindspore as ms
from mindspore import ops


def distance_box_iou(boxes1, boxes2, eps=1e-7) -> ms.Tensor:
    """Intersection over union less the squared distance of the centres: (N, 4), (M, 4) to (N, M).

    Equals torchvision.ops.distance_box_iou.
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
    apart = (first[..., :2] + first[..., 2:] - second[..., :2] - second[..., 2:]) / 2
    return shared / union - (apart**2).sum(-1) / ((outer**2).sum(-1) + eps)
