from helper import ps_roi_pool
from mindspore import nn


class PSRoIPool(nn.Cell):
    """Boxes of feature maps: the mean of each bin, over channels of its own, as ps_roi_pool does it.

    Equals torchvision.ops.PSRoIPool.
    """

    def __init__(self, output_size, spatial_scale):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale

    def construct(self, input, rois):
        return ps_roi_pool(input, rois, self.output_size, self.spatial_scale)
