from helper import interpolate
from mindspore import mint, nn, ops


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
        size, scale, again = self.size, self.scale_factor, self.recompute_scale_factor
        if self.mode != "nearest":
            return interpolate(x, size, scale, self.mode, self.align_corners, again)
        if scale is None:
            return ops.interpolate(x, size)
        single = isinstance(scale, (int, float))
        scales = (float(scale),) * (x.ndim - 2) if single else tuple(map(float, scale))
        if again or all(factor % 1 == 0 for factor in scales):
            return ops.interpolate(x, scale_factor=scales, recompute_scale_factor=True)
        return mint.nn.functional.interpolate(x, scale_factor=scales)
