import mindspore as ms
import numpy as np
from helper import regions_of
from mindspore import ops


def roi_pool(input, boxes, output_size, spatial_scale=1.0) -> ms.Tensor:
    """The greatest number in each bin of boxes of feature maps (N, C, H, W): (K, C, *output_size).

    boxes are (K, 5), the index of the map before the corners, or a list of (L, 4), one for each
    map. Equals torchvision.ops.roi_pool; gradients go to the maps alone.
    """
    maps, corners = regions_of(boxes)
    scaled = corners * spatial_scale
    corners = np.trunc(scaled + np.copysign(0.5, scaled)).astype(int)

    def greatest(picture, axis, start, end, bins):
        # picture with bins in place of an axis; what has no pixel is -inf.
        step = max(end - start + 1, 1) / bins
        size = picture.shape[axis]
        first = np.clip(np.floor(np.arange(bins) * step).astype(int) + start, 0, size)
        last = np.clip(np.ceil(np.arange(1, bins + 1) * step).astype(int) + start, 0, size)
        places = first[:, None] + np.arange(max((last - first).max(), 1))
        read = picture.index_select(axis, ms.Tensor(np.minimum(places, size - 1).ravel()))
        shape = list(picture.shape)
        shape[axis : axis + 1] = places.shape
        there = (places < last[:, None]).reshape(*places.shape, *[1] * (2 - axis))
        return ops.where(ms.Tensor(there), read.reshape(shape), -np.inf).amax(axis + 1)

    high, wide = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    found = []
    for index, (left, top, right, bottom) in zip(maps, corners, strict=True):
        rows = greatest(input[int(index)], 1, top, bottom, high)
        best = greatest(rows, 2, left, right, wide)
        found.append(ops.where(best == -np.inf, 0.0, best))
    return ops.stack(found) if found else ops.zeros((0, input.shape[1], high, wide), input.dtype)
