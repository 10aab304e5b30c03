import mindspore as ms
from mindspore import ops


def distance_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7) -> ms.Tensor:
    """1 - DIoU of boxes (x1, y1, x2, y2), the first with the first: (N, 4), (N, 4) to (N).

    Equals torchvision.ops.distance_box_iou_loss.
    """
    if reduction not in ("none", "mean", "sum"):
        raise ValueError("reduction must be 'none', 'mean' or 'sum'.")
    area1 = (boxes1[..., 2] - boxes1[..., 0]) * (boxes1[..., 3] - boxes1[..., 1])
    area2 = (boxes2[..., 2] - boxes2[..., 0]) * (boxes2[..., 3] - boxes2[..., 1])
    low, high = ops.maximum(boxes1, boxes2), ops.minimum(boxes1, boxes2)
    inner = ops.clamp(high[..., 2:] - low[..., :2], min=0)
    outer = low[..., 2:] - high[..., :2]
    shared = inner[..., 0] * inner[..., 1]
    apart = (boxes1[..., :2] + boxes1[..., 2:] - boxes2[..., :2] - boxes2[..., 2:]) / 2
    loss = 1 - shared / (area1 + area2 - shared + eps)
    loss = loss + (apart * apart).sum(-1) / ((outer * outer).sum(-1) + eps)
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" and loss.size else loss.sum()
