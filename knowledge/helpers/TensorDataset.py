import numpy as np


class TensorDataset:
    """Tensors of the same length as a dataset: sample i is the tuple of their items i.

    Equals torch.utils.data.TensorDataset.
    """

    def __init__(self, *tensors):
        assert all(len(tensor) == len(tensors[0]) for tensor in tensors), "lengths differ"
        self.tensors = tensors

    def __getitem__(self, index):
        index = index.item() if isinstance(index, np.generic) else index
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return len(self.tensors[0])
