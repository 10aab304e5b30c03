import mindspore as ms
import numpy as np
from helper import roi_align


def ps_roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1) -> ms.Tensor:
    """Boxes of feature maps (N, C * h * w, H, W), each bin averaged over channels of its own.

    boxes are (K, 5), the index of the map before the corners, or a list of (L, 4), one for each
    map; gives (K, C, h, w). Equals torchvision.ops.ps_roi_align; gradients go to the maps alone.
    """
    high, wide = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    read = roi_align(input, boxes, (high, wide), spatial_scale, sampling_ratio, True)
    read = read.reshape(read.shape[0], -1, high, wide, high * wide)
    down, across = np.indices((high, wide))
    picked = [ms.Tensor(places) for places in (down, across, down * wide + across)]
    return read[:, :, picked[0], picked[1], picked[2]]
