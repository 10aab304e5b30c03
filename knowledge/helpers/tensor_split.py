import mindspore as ms
import numpy as np
from mindspore import ops


def tensor_split(input, indices_or_sections, dim=0) -> tuple[ms.Tensor, ...]:
    """The parts of input along dim: so many, or cut before these indices.

    Equals torch.tensor_split, which also takes a tensor and NumPy's integers.
    """
    if isinstance(indices_or_sections, ms.Tensor):
        indices_or_sections = indices_or_sections.asnumpy()
    return ops.tensor_split(input, np.array(indices_or_sections).tolist(), axis=dim)
