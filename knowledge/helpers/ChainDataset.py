from helper import IterableDataset


class ChainDataset(IterableDataset):
    """The samples of several iterable datasets, one dataset after the other.

    Equals torch.utils.data.ChainDataset.
    """

    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)
