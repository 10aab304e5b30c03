import mindspore as ms
from mindspore import nn


class BatchNorm3d(nn.BatchNorm3d):
    """mindspore.nn.BatchNorm3d with the arguments of torch.nn.BatchNorm3d.

    momentum weighs the new statistics, and so does self.momentum.
    """

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        if track_running_stats and momentum is None:
            raise NotImplementedError("BatchNorm3d has no cumulative average, momentum=None")
        super().__init__(
            int(num_features),
            eps,
            1.0 - (momentum or 0.0),
            affine,
            use_batch_statistics=None if track_running_stats else True,
            dtype=dtype or ms.float32,
        )
        self.bn2d.affine = affine
