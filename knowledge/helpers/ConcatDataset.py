import itertools


class ConcatDataset:
    """The samples of several datasets, one dataset after the other.

    Equals torch.utils.data.ConcatDataset.
    """

    def __init__(self, datasets):
        self.datasets = list(datasets)
        self.cumulative_sizes = list(itertools.accumulate(len(one) for one in self.datasets))

    def __getitem__(self, idx):
        position = idx + len(self) if idx < 0 else idx
        for dataset in self.datasets:
            if 0 <= position < len(dataset):
                return dataset[position]
            position -= len(dataset)
        raise IndexError("index out of range", idx)

    def __len__(self):
        return self.cumulative_sizes[-1]
