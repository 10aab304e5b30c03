import math

import mindspore as ms
import numpy as np
from helper import roi_align
from mindspore import nn, ops


class MultiScaleRoIAlign(nn.Cell):
    """Boxes of images, each averaged on a grid of the feature map that fits its size.

    Takes a dict of maps (N, C, H, W), boxes (L, 4) for each image, and the sizes of the images;
    gives (K, C, *output_size). Equals torchvision.ops.MultiScaleRoIAlign.
    """

    def __init__(
        self, featmap_names, output_size, sampling_ratio, *, canonical_scale=224, canonical_level=4
    ):
        super().__init__()
        self.featmap_names = featmap_names
        single = isinstance(output_size, int)
        self.output_size = (output_size, output_size) if single else tuple(output_size)
        self.sampling_ratio = sampling_ratio
        self.canonical_scale = canonical_scale
        self.canonical_level = canonical_level

    def construct(self, x, boxes, image_shapes):
        maps = [x[name] for name in x if name in self.featmap_names]
        tallest = max(shape[0] for shape in image_shapes)
        scales = [2.0 ** round(math.log2(one.shape[-2] / tallest)) for one in maps]
        images = np.repeat(np.arange(len(boxes)), [len(part) for part in boxes])
        corners = np.concatenate([part.asnumpy() for part in boxes])
        sides = np.sqrt((corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1]))
        lowest, highest = -math.log2(scales[0]), -math.log2(scales[-1])
        with np.errstate(divide="ignore"):
            levels = np.floor(self.canonical_level + np.log2(sides / self.canonical_scale) + 1e-6)
        levels = (np.clip(levels, lowest, highest) - lowest).astype(int)
        rois = np.concatenate([images[:, None], corners], 1).astype(corners.dtype)
        order = np.argsort(levels, kind="stable")
        found = []
        for level, one in enumerate(maps):
            mine = ms.Tensor(rois[levels == level])
            found.append(roi_align(one, mine, self.output_size, scales[level], self.sampling_ratio))
        return ops.cat(found)[ms.Tensor(np.argsort(order))]
