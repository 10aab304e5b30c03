from mindspore import nn


class Upsample(nn.Upsample):
    """mindspore.nn.Upsample with the arguments of torch.nn.Upsample.

    scale_factor is a whole number, or recompute_scale_factor is True; there is no bicubic.
    """

    def __init__(
        self,
        size=None,
        scale_factor=None,
        mode="nearest",
        align_corners=None,
        recompute_scale_factor=None,
    ):
        if mode == "bicubic":
            raise NotImplementedError("Upsample has no bicubic as torch does; call interpolate")
        if scale_factor is not None:
            is_number = isinstance(scale_factor, (int, float))
            scales = (scale_factor,) if is_number else tuple(scale_factor)
            if not recompute_scale_factor and any(scale % 1 for scale in scales):
                raise NotImplementedError("Upsample takes whole numbers as scale_factor")
            scale_factor = float(scale_factor) if is_number else tuple(map(float, scales))
            recompute_scale_factor = True
        super().__init__(size, scale_factor, mode, align_corners, recompute_scale_factor)
