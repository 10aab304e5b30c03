import mindspore as ms
import numpy as np


def repeat_indices(repeats) -> ms.Tensor:
    """Each index of repeats, as often as it says there.

    Equals torch.repeat_interleave with nothing but the repeats.
    """
    counts = repeats.asnumpy()
    return ms.tensor(np.repeat(np.arange(len(counts), dtype=counts.dtype), counts))
