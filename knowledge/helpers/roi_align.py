import mindspore as ms
import numpy as np
from mindspore import ops


def roi_align(
    input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False
) -> ms.Tensor:
    """Boxes of feature maps (N, C, H, W), averaged on a grid: (K, C, *output_size).

    boxes are (K, 5), the index of the map before the corners, or a list of (L, 4), one for each
    map. Equals torchvision.ops.roi_align; gradients go to the maps alone.
    """
    if isinstance(boxes, ms.Tensor):
        maps, corners = boxes.asnumpy()[:, 0].astype(int), boxes.asnumpy()[:, 1:]
    else:
        maps = np.repeat(np.arange(len(boxes)), [len(part) for part in boxes])
        corners = np.concatenate([part.asnumpy() for part in boxes])
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
    channels, height, width = input.shape[1:]
    found = []
    for index in range(input.shape[0]):
        mine = corners[maps == index]
        if len(mine) == 0:
            continue
        rows = np.stack([shares(box[1], box[3], high, height) for box in mine])
        columns = np.stack([shares(box[0], box[2], wide, width).T for box in mine])
        rows = ms.Tensor(rows.reshape(-1, height), input.dtype)
        pixels = input[index].swapaxes(0, 1).reshape(height, channels * width)
        read = ops.matmul(rows, pixels).reshape(len(mine), high * channels, width)
        read = ops.bmm(read, ms.Tensor(columns, input.dtype))
        found.append(read.reshape(len(mine), high, channels, wide).swapaxes(1, 2))
    if not found:
        return ops.zeros((0, channels, high, wide), input.dtype)
    order = np.argsort(np.argsort(maps, kind="stable"), kind="stable")
    return ops.cat(found)[ms.Tensor(order)]
