import mindspore as ms
import numpy as np
from helper import region_means, regions_of


def ps_roi_pool(input, boxes, output_size, spatial_scale=1.0) -> ms.Tensor:
    """Boxes of feature maps (N, C * h * w, H, W), each bin the mean of channels of its own.

    boxes are (K, 5), the index of the map before the corners, or a list of (L, 4), one for each
    map; gives (K, C, h, w). Equals torchvision.ops.ps_roi_pool; gradients go to the maps alone.
    """
    maps, corners = regions_of(boxes)
    scaled = corners * spatial_scale
    corners = np.trunc(scaled + np.copysign(0.5, scaled))

    def shares(start, end, bins, size):
        # (bins, size): how much of each row or column is in each bin.
        step = max(end - start, 1) / bins
        first = np.clip(np.floor(np.arange(bins) * step) + start, 0, size - 1)[:, None]
        last = np.clip(np.ceil(np.arange(1, bins + 1) * step) + start, 0, size - 1)[:, None]
        inside = (np.arange(size) >= first) & (np.arange(size) < last)
        return inside / np.maximum(last - first, 1)

    high, wide = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    height, width = input.shape[2:]
    rows = [shares(box[1], box[3], high, height) for box in corners]
    columns = [shares(box[0], box[2], wide, width) for box in corners]
    rows, columns = np.reshape(rows, (-1, high, height)), np.reshape(columns, (-1, wide, width))
    read = region_means(input, maps, rows, columns)
    read = read.reshape(read.shape[0], -1, high, wide, high * wide)
    down, across = np.indices((high, wide))
    picked = [ms.Tensor(places) for places in (down, across, down * wide + across)]
    return read[:, :, picked[0], picked[1], picked[2]]
