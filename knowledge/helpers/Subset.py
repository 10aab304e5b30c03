import numpy as np


class Subset:
    """The samples of a dataset at the given indices.

    Equals torch.utils.data.Subset.
    """

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.place(i) for i in idx]]
        return self.dataset[self.place(idx)]

    def __len__(self):
        return len(self.indices)

    def place(self, idx):
        """An index of the dataset; numpy's numbers, which index no tensor, as Python's."""
        index = self.indices[idx]
        return index.item() if isinstance(index, np.generic) else index
