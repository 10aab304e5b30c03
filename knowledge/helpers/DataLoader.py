import mindspore as ms
import numpy as np
from helper import BatchSampler, RandomSampler
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
        self.given_batches = batch_sampler
        self.num_workers = num_workers
        self.collate_fn = collate_fn or (self.collate if batched else self.convert)
        self.pin_memory = pin_memory
        self.drop_last = drop_last
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.generator = generator
        self.prefetch_factor = prefetch_factor
        self.persistent_workers = persistent_workers

    def __class_getitem__(cls, item):
        return cls

    def __len__(self):
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)

    def __iter__(self):
        indexed = hasattr(self.dataset, "__getitem__")
        if self.generator is not None:
            self.generator.randint(2**63 - 1)  # torch draws a seed for its workers
        if self.batch_size is None and self.given_batches is None:
            for item in self.sampler if indexed else self.dataset:
                yield self.collate_fn(self.fetch(item) if indexed else item)
        elif indexed:
            for indices in self.batch_sampler:
                yield self.collate_fn([self.fetch(i) for i in indices])
        else:
            for items in BatchSampler(self.dataset, self.batch_size, self.drop_last):
                yield self.collate_fn(items)

    @property
    def sampler(self):
        """The indices of all samples; before __init__, what a subclass has put here."""
        made = hasattr(self, "given_batches")
        if self.given_sampler is not None or not made or self.given_batches is not None:
            return self.given_sampler
        if self.shuffle:
            return RandomSampler(self.dataset, generator=self.generator)
        return range(len(self.dataset))

    @sampler.setter
    def sampler(self, sampler):
        self.given_sampler = sampler

    @property
    def batch_sampler(self):
        """The indices of each batch; None where samples come one by one."""
        if self.given_batches is not None or self.batch_size is None:
            return self.given_batches
        return BatchSampler(self.sampler, self.batch_size, self.drop_last)

    @batch_sampler.setter
    def batch_sampler(self, batch_sampler):
        self.given_batches = batch_sampler

    def fetch(self, index):
        """The sample at an index; numpy's numbers, which index no tensor, as Python's."""
        return self.dataset[index.item() if isinstance(index, np.generic) else index]

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
