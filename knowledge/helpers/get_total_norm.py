import math

import mindspore as ms
from mindspore import ops


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False) -> ms.Tensor:
    """The norm of all numbers of the tensors together, as one 0-d tensor.

    Equals torch.nn.utils.get_total_norm.
    """
    tensors = [tensors] if isinstance(tensors, ms.Tensor) else list(tensors)
    if not tensors:
        return ms.Tensor(0.0, ms.float32)
    sizes = [ops.abs(tensor) for tensor in tensors]
    if norm_type == math.inf:
        total = ops.stack([size.max() for size in sizes]).max()
    else:
        total = sum((size**norm_type).sum() for size in sizes) ** (1.0 / norm_type)
    if error_if_nonfinite and not math.isfinite(float(total)):
        raise RuntimeError(f"The total norm of order {norm_type} is non-finite")
    return total
