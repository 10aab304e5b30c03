from helper import roi_pool
from mindspore import nn


class RoIPool(nn.Cell):
    """Boxes of feature maps: the greatest number in each bin, as roi_pool does it.

    Equals torchvision.ops.RoIPool.
    """

    def __init__(self, output_size, spatial_scale):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale

    def construct(self, input, rois):
        return roi_pool(input, rois, self.output_size, self.spatial_scale)
