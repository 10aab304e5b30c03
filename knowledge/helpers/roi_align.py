import mindspore as ms
import numpy as np
from helper import region_means, regions_of


def roi_align(
    input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False
) -> ms.Tensor:
    """Boxes of feature maps (N, C, H, W), averaged on a grid: (K, C, *output_size).

    boxes are (K, 5), the index of the map before the corners, or a list of (L, 4), one for each
    map. Equals torchvision.ops.roi_align; gradients go to the maps alone.
    """
    maps, corners = regions_of(boxes)
    corners = corners * spatial_scale - (0.5 if aligned else 0.0)

    def shares(start, end, bins, size):
        # (bins, size): how much of each row or column is in each bin, read between the pixels.
        length = end - start if aligned else max(end - start, 1.0)
        count = sampling_ratio if sampling_ratio > 0 else int(np.ceil(length / bins))
        steps = np.arange(bins)[:, None] + (np.arange(count) + 0.5) / max(count, 1)
        places = start + length / bins * steps
        inside = (places >= -1) & (places <= size)
        apart = np.abs(np.clip(places, 0, size - 1)[..., None] - np.arange(size))
        return (np.maximum(1 - apart, 0) * inside[..., None]).sum(1) / max(count, 1)

    high, wide = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    height, width = input.shape[2:]
    rows = [shares(box[1], box[3], high, height) for box in corners]
    columns = [shares(box[0], box[2], wide, width) for box in corners]
    rows, columns = np.reshape(rows, (-1, high, height)), np.reshape(columns, (-1, wide, width))
    return region_means(input, maps, rows, columns)
