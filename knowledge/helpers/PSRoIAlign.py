from helper import ps_roi_align
from mindspore import nn


class PSRoIAlign(nn.Cell):
    """Boxes of feature maps: averaged on a grid, each bin over channels of its own, as ps_roi_align does it.

    Equals torchvision.ops.PSRoIAlign.
    """

    def __init__(self, output_size, spatial_scale, sampling_ratio):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale
        self.sampling_ratio = sampling_ratio

    def construct(self, input, rois):
        return ps_roi_align(input, rois, self.output_size, self.spatial_scale, self.sampling_ratio)
