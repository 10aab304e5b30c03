import math

import mindspore as ms
from mindspore import ops


def complete_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7) -> ms.Tensor:
    """1 - CIoU of boxes (x1, y1, x2, y2), the first with the first: (N, 4), (N, 4) to (N).

    Equals torchvision.ops.complete_box_iou_loss.
    """
    if reduction not in ("none", "mean", "sum"):
        raise ValueError("reduction must be 'none', 'mean' or 'sum'.")
    size1, size2 = boxes1[..., 2:] - boxes1[..., :2], boxes2[..., 2:] - boxes2[..., :2]
    low, high = ops.maximum(boxes1, boxes2), ops.minimum(boxes1, boxes2)
    inner = ops.clamp(high[..., 2:] - low[..., :2], min=0)
    outer = low[..., 2:] - high[..., :2]
    shared = inner[..., 0] * inner[..., 1]
    union = size1[..., 0] * size1[..., 1] + size2[..., 0] * size2[..., 1] - shared
    iou = shared / (union + 1e-7)
    apart = (boxes1[..., :2] + boxes1[..., 2:] - boxes2[..., :2] - boxes2[..., 2:]) / 2
    distance = (apart * apart).sum(-1) / ((outer * outer).sum(-1) + 1e-7)
    angle = ops.atan(size2[..., 0] / size2[..., 1]) - ops.atan(size1[..., 0] / size1[..., 1])
    v = 4 / math.pi**2 * angle * angle
    alpha = ops.stop_gradient(v / (1 - iou + v + eps))
    loss = 1 - iou + distance + alpha * v
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" and loss.size else loss.sum()
