import copy

import mindspore as ms
import numpy as np


class PackedSequence:
    """Sequences of different lengths, as torch.nn.utils.rnn.PackedSequence holds them.

    data has the items of each time one after the other, the longest sequence first, and batch_sizes
    the number of them at each time. Inside they stay padded, of shape (time, batch, ...) in the order
    of the batch, with their lengths, as MindSpore's recurrent layers take them. Works in PyNative mode.
    """

    def __init__(
        self,
        data,
        batch_sizes,
        sorted_indices=None,
        unsorted_indices=None,
        padded=None,
        lengths=None,
    ):
        if sorted_indices is None and unsorted_indices is not None:
            sorted_indices = unsorted_indices.argsort().astype(ms.int64)
        self.sorted_indices = sorted_indices
        if padded is None:
            sizes = [int(size) for size in batch_sizes]
            order = self.order(sizes[0])
            places = np.zeros((len(sizes), sizes[0]), np.int64)
            for time, size in enumerate(sizes):
                places[time, order[:size]] = sum(sizes[:time]) + np.arange(size)
            counts = np.zeros(sizes[0], np.int64)
            counts[order] = [sum(size > one for size in sizes) for one in range(sizes[0])]
            padded, lengths = data[ms.Tensor(places)], ms.Tensor(counts)
        self.padded, self.lengths = padded, lengths

    def with_padded(self, padded):
        """Other items for the same places."""
        packed = copy.copy(self)
        packed.padded = padded
        return packed

    def order(self, count):
        """The sequences by their lengths, the longest first."""
        unsorted = self.sorted_indices is None
        return np.arange(count) if unsorted else self.sorted_indices.asnumpy()

    @property
    def batch_sizes(self):
        lengths = self.lengths.asnumpy()
        return ms.Tensor([int((lengths > time).sum()) for time in range(lengths.max())], ms.int64)

    @property
    def unsorted_indices(self):
        order = self.sorted_indices
        return None if order is None else order.argsort().astype(ms.int64)

    @property
    def data(self):
        count = self.padded.shape[1]
        order = self.order(count).tolist()
        sizes = self.batch_sizes.tolist()
        places = [time * count + one for time, size in enumerate(sizes) for one in order[:size]]
        return self.padded.reshape((-1, *self.padded.shape[2:]))[places]

    def __iter__(self):
        return iter((self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices))

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return tuple(self)[index]
