import mindspore as ms
import numpy as np
from mindspore import ops


def probs_to_logits(probs, is_binary=False) -> ms.Tensor:
    """The logits of probabilities, which are kept off 0 and 1.

    Equals torch.distributions.utils.probs_to_logits.
    """
    eps = float(np.finfo(ms.dtype_to_nptype(probs.dtype)).eps)
    clamped = ops.clamp(probs, eps, 1 - eps)
    return ops.log(clamped) - ops.log1p(-clamped) if is_binary else ops.log(clamped)
