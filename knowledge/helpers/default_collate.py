import mindspore as ms
import numpy as np
from mindspore import ops


def default_collate(batch):
    """A list of samples as one batch of tensors; tuples, lists and dicts item by item.

    Equals torch.utils.data.default_collate.
    """
    first = batch[0]
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, float):
        return ms.Tensor(np.array(batch, np.float64))
    if isinstance(first, int):
        return ms.tensor(batch)
    if isinstance(first, ms.Tensor):
        return ops.stack(batch)
    if isinstance(first, (np.ndarray, np.generic)):
        return ms.Tensor(np.stack(batch))
    if hasattr(first, "keys"):
        joined = first.copy()
        joined.update({key: default_collate([sample[key] for sample in batch]) for key in first})
        return joined
    if not isinstance(first, (tuple, list)):
        raise TypeError("samples hold tensors, arrays, numbers, strings, dicts, lists", first)
    if any(len(sample) != len(first) for sample in batch):
        raise RuntimeError("samples of one batch differ in length")
    columns = [default_collate([sample[i] for sample in batch]) for i in range(len(first))]
    return type(first)(*columns) if hasattr(first, "_fields") else columns
