import numpy as np


class Space:
    def seed(self, seed):
        self.generator = np.random.RandomState(seed)


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.low = np.broadcast_to(low, shape if shape is not None else np.shape(low))
        self.high = np.broadcast_to(high, self.low.shape)
        self.shape, self.dtype = self.low.shape, np.dtype(dtype)
        self.seed(0)

    def sample(self):
        return self.generator.uniform(self.low, self.high).astype(self.dtype)


class Discrete(Space):
    shape = ()
    dtype = np.dtype(np.int64)

    def __init__(self, n):
        self.n = n
        self.seed(0)

    def sample(self):
        return int(self.generator.randint(self.n))


class MultiBinary(Space):
    """Only asked for by name."""


class MultiDiscrete(Space):
    """Only asked for by name."""
