import math

import mindspore as ms
from mindspore import ops


def complete_box_iou(boxes1, boxes2, eps=1e-7) -> ms.Tensor:
    """IoU less the distance of the centres and the difference in shape: (N, 4), (M, 4) to (N, M).

    Equals torchvision.ops.complete_box_iou.
    """
    boxes1, boxes2 = (
        boxes.astype(ms.float32) if boxes.dtype in (ms.float16, ms.bfloat16) else boxes
        for boxes in (boxes1, boxes2)
    )
    first, second = boxes1[..., None, :], boxes2[..., None, :, :]
    size1, size2 = first[..., 2:] - first[..., :2], second[..., 2:] - second[..., :2]
    low, high = ops.maximum(first, second), ops.minimum(first, second)
    inner = ops.clamp(high[..., 2:] - low[..., :2], min=0)
    outer = ops.clamp(low[..., 2:] - high[..., :2], min=0)
    shared = inner[..., 0] * inner[..., 1]
    union = size1[..., 0] * size1[..., 1] + size2[..., 0] * size2[..., 1] - shared
    iou = shared / union
    apart = (first[..., :2] + first[..., 2:] - second[..., :2] - second[..., 2:]) / 2
    distance = (apart**2).sum(-1) / ((outer**2).sum(-1) + eps)
    angle = ops.atan(size1[..., 0] / size1[..., 1]) - ops.atan(size2[..., 0] / size2[..., 1])
    v = 4 / math.pi**2 * angle**2
    return iou - distance - ops.stop_gradient(v / (1 - iou + v + eps)) * v
