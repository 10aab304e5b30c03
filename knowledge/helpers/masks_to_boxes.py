import mindspore as ms
import numpy as np


def masks_to_boxes(masks) -> ms.Tensor:
    """The boxes (x1, y1, x2, y2) around masks: (N, H, W) to (N, 4) of float32, zeros if empty.

    Equals torchvision.ops.masks_to_boxes; computed with numpy.
    """
    boxes = np.zeros((masks.shape[0], 4), np.float32)
    for box, mask in zip(boxes, masks.asnumpy(), strict=True):
        ys, xs = np.nonzero(mask)
        if xs.size:
            box[:] = xs.min(), ys.min(), xs.max(), ys.max()
    return ms.Tensor(boxes)
