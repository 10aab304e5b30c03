import itertools

import mindspore as ms
import numpy as np
from mindspore import ops


class DataLoader:
    """The samples of a dataset in batches of tensors, read by this process.

    A dataset is indexed, or iterated over where it has no __getitem__; num_workers and what goes
    with it changes nothing. Equals torch.utils.data.DataLoader; shuffle=True draws from numpy, or,
    as torch does, from a Generator.
    """

    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        timeout=0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor=None,
        persistent_workers=False,
        pin_memory_device="",
        in_order=True,
    ):
        batched = batch_size is not None or batch_sampler is not None
        self.dataset = dataset
        self.batch_size = batch_size if batch_sampler is None else None
        self.shuffle = shuffle
        self.given_sampler = sampler
        self.batch_sampler = batch_sampler
        self.collate_fn = collate_fn or (self.collate if batched else self.convert)
        self.drop_last = drop_last
        self.num_workers = num_workers
        self.generator = generator

    def __class_getitem__(cls, item):
        return cls

    def __len__(self):
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        count = len(self.dataset if self.given_sampler is None else self.given_sampler)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def __iter__(self):
        indexed = hasattr(self.dataset, "__getitem__")
        if self.generator is not None:
            self.generator.randint(2**63 - 1)  # torch draws a seed for its workers
        if self.batch_sampler is None and self.batch_size is None:
            for item in self.sampler if indexed else self.dataset:
                yield self.collate_fn(self.fetch(item) if indexed else item)
        else:
            for items in self.groups(self.sampler if indexed else self.dataset):
                yield self.collate_fn([self.fetch(i) for i in items] if indexed else items)
        if self.generator is not None and self.shuffle:
            self.generator.permutation(len(self.dataset))  # torch draws what it does not use

    @property
    def sampler(self):
        """The indices of all samples; before __init__, what a subclass has put here."""
        made = hasattr(self, "batch_sampler")
        if self.given_sampler is not None or not made or self.batch_sampler is not None:
            return self.given_sampler
        if self.shuffle:
            return (self.generator or np.random).permutation(len(self.dataset)).tolist()
        return range(len(self.dataset))

    @sampler.setter
    def sampler(self, sampler):
        self.given_sampler = sampler

    def fetch(self, index):
        """The sample at an index; numpy's numbers, which index no tensor, as Python's."""
        return self.dataset[index.item() if isinstance(index, np.generic) else index]

    def groups(self, items):
        """What makes up each batch."""
        if self.batch_sampler is not None:
            yield from self.batch_sampler
            return
        items = iter(items)
        while group := list(itertools.islice(items, self.batch_size)):
            if self.drop_last and len(group) < self.batch_size:
                return
            yield group

    def collate(self, batch):
        """A list of samples as one batch."""
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
            joined.update({key: self.collate([sample[key] for sample in batch]) for key in first})
            return joined
        if not isinstance(first, (tuple, list)):
            raise TypeError("samples hold tensors, arrays, numbers, strings, dicts, lists", first)
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("samples of one batch differ in length")
        columns = [self.collate([sample[i] for sample in batch]) for i in range(len(first))]
        return type(first)(*columns) if hasattr(first, "_fields") else columns

    def convert(self, sample):
        """One sample with its arrays as tensors."""
        if isinstance(sample, (str, bytes)):
            return sample
        if isinstance(sample, (np.ndarray, np.generic)):
            return sample if sample.dtype.kind in "SUO" else ms.Tensor(sample)
        if hasattr(sample, "keys"):
            converted = sample.copy()
            converted.update({key: self.convert(sample[key]) for key in sample})
            return converted
        if not isinstance(sample, (tuple, list)):
            return sample
        items = [self.convert(item) for item in sample]
        return type(sample)(*items) if hasattr(sample, "_fields") else items
