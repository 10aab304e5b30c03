import mindspore as ms
import numpy as np


def batched_nms(boxes, scores, idxs, iou_threshold) -> ms.Tensor:
    """Non-maximum suppression within each category of idxs (N); the indices that stay, best first.

    boxes (N, 4) are corners (x1, y1, x2, y2), scores (N). Does what torchvision.ops.batched_nms
    does, with numpy.
    """
    x1, y1, x2, y2 = boxes.asnumpy().T
    areas, category = (x2 - x1) * (y2 - y1), idxs.asnumpy()
    left = np.argsort(-scores.asnumpy(), kind="stable")
    kept = []
    while left.size:
        best, left = left[0], left[1:]
        kept.append(best)
        width = np.minimum(x2[best], x2[left]) - np.maximum(x1[best], x1[left])
        height = np.minimum(y2[best], y2[left]) - np.maximum(y1[best], y1[left])
        shared = np.maximum(width, 0) * np.maximum(height, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            overlap = shared / (areas[best] + areas[left] - shared)
        left = left[(category[left] != category[best]) | ~(overlap > iou_threshold)]
    return ms.Tensor(np.array(kept, np.int64))
