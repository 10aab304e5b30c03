from helper import interpolate
from mindspore import nn


class Upsample(nn.Upsample):
    """mindspore.nn.Upsample with the arguments of torch.nn.Upsample, and its places and weights.

    scale_factor is taken as it is, not computed again from the sizes; bicubic is torch's.
    """

    def __init__(
        self,
        size=None,
        scale_factor=None,
        mode="nearest",
        align_corners=None,
        recompute_scale_factor=None,
    ):
        if mode not in ("nearest", "linear", "bilinear", "trilinear", "bicubic"):
            raise NotImplementedError("Upsample has no such mode as torch does: " + mode)
        super().__init__(size, scale_factor, mode, align_corners, recompute_scale_factor)

    def construct(self, x):
        return interpolate(
            x,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            self.recompute_scale_factor,
        )
