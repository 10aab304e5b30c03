from helper import roi_align
from mindspore import nn


class RoIAlign(nn.Cell):
    """Boxes of feature maps, averaged on a grid, as roi_align does it.

    Equals torchvision.ops.RoIAlign.
    """

    def __init__(self, output_size, spatial_scale, sampling_ratio, aligned=False):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale
        self.sampling_ratio = sampling_ratio
        self.aligned = aligned

    def construct(self, input, rois):
        return roi_align(
            input, rois, self.output_size, self.spatial_scale, self.sampling_ratio, self.aligned
        )
