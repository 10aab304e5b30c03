import numpy as np
from helper import shuffled
from mindspore.mint import distributed as dist


class DistributedSampler:
    """The indices of a dataset that are this process's share, shuffled for each epoch.

    Equals torch.utils.data.DistributedSampler.
    """

    def __init__(
        self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False
    ):
        self.dataset = dataset
        self.num_replicas = dist.get_world_size() if num_replicas is None else num_replicas
        self.rank = dist.get_rank() if rank is None else rank
        if not 0 <= self.rank < self.num_replicas:
            raise ValueError("rank must be at least 0 and less than num_replicas")
        self.epoch = 0
        self.drop_last = drop_last
        rows = len(dataset) if drop_last else len(dataset) + self.num_replicas - 1
        self.num_samples = rows // self.num_replicas
        self.total_size = self.num_samples * self.num_replicas
        self.shuffle = shuffle
        self.seed = seed

    def __iter__(self):
        indices = np.arange(len(self.dataset))
        if self.shuffle:
            twister = np.random.RandomState((self.seed + self.epoch) % 2**32)
            indices = shuffled(twister.randint(0, 2**32, len(indices) - 1, np.uint32))
        indices = np.resize(indices, self.total_size)
        yield from indices[self.rank :: self.num_replicas].tolist()

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        self.epoch = epoch
