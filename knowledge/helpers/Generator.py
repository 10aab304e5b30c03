import os

import mindspore as ms
import numpy as np
from helper import shuffled


class Generator:
    """Random numbers for samplers, loaders, random_split and tensors, the same ones as torch's.

    Equals torch.Generator on CPU: numpy's RandomState is the same Mersenne Twister, and what is
    drawn from it is made as torch makes it. Normal numbers agree to seven digits.
    """

    def __init__(self, device=None):
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        """Begin anew from a seed; gives the generator itself."""
        self.first = int(seed)
        self.twister = np.random.RandomState(self.first % 2**32)
        self.spare = None
        return self

    def initial_seed(self):
        """The seed that the numbers began from."""
        return self.first % 2**64

    def seed(self):
        """Begin anew from a seed that the system gives, which is the result."""
        return self.manual_seed(int.from_bytes(os.urandom(8), "little") >> 11).first

    def get_state(self):
        """Where the numbers have got to, for set_state; no tensor as torch's."""
        return self.first, self.twister.get_state(), self.spare

    def set_state(self, new_state):
        """Go on from where get_state was called."""
        self.first, state, self.spare = new_state
        self.twister.set_state(state)

    def integers(self, count, wide=False):
        """Integers of 32 bits, or of 64."""
        drawn = self.twister.randint(0, 2**32, (count, 2 if wide else 1), np.uint32)
        drawn = drawn.astype(np.uint64)
        return drawn[:, 0] << np.uint64(32) | drawn[:, 1] if wide else drawn[:, 0]

    def uniform(self, count, wide=False):
        """Numbers from 0 to 1, of 24 random bits, or of 53."""
        bits = 53 if wide else 24
        return (self.integers(count, wide) % np.uint64(2**bits)) / 2.0**bits

    def random_sample(self, size=(), dtype=ms.float32):
        return self.uniform(int(np.prod(size)), dtype == ms.float64).reshape(size)

    def randint(self, low, high=None, size=()):
        low, high = (0, low) if high is None else (low, high)
        drawn = self.integers(int(np.prod(size)), high - low >= 2**28)
        return (drawn % np.uint64(high - low)).astype(np.int64).reshape(size) + low

    def permutation(self, count):
        return np.array(shuffled(self.integers(max(count - 1, 0)))[:count], np.int64)

    def standard_normal(self, size=(), dtype=ms.float32):
        count = int(np.prod(size))
        if count < 16:
            drawn = np.array([self.one_normal() for _ in range(count)])
        else:
            wide = dtype == ms.float64
            drawn = self.uniform(count, wide)
            rest = self.uniform(16, wide) if count % 16 else drawn[:0]
            kind = np.float64 if wide else np.float32
            drawn, rest = (self.normals(u.astype(kind)) for u in (drawn, rest))
            drawn = np.concatenate([drawn[: count - len(rest)], rest])
        return drawn.reshape(size)

    def one_normal(self):
        """A normal number; of each two that are made, the second one waits for the next call."""
        drawn, self.spare = self.spare, None
        if drawn is None:
            angle, length = self.uniform(2, wide=True)
            length, angle = np.sqrt(-2 * np.log1p(-length)), 2 * np.pi * angle
            drawn, self.spare = length * np.cos(angle), length * np.sin(angle)
        return drawn

    def normals(self, uniform):
        """Normal numbers, sixteen from each sixteen uniform ones; the last few stay."""
        blocks = uniform[: len(uniform) // 16 * 16].reshape(-1, 2, 8)
        length = np.sqrt(-2 * np.log(1 - blocks[:, 0]))
        angle = uniform.dtype.type(2 * np.pi) * blocks[:, 1]
        made = np.stack([length * np.cos(angle), length * np.sin(angle)], 1).ravel()
        return np.concatenate([made, uniform[len(made) :]])

    def normal(self, mean, std, size=()):
        drawn = self.standard_normal(size)
        return drawn * drawn.dtype.type(std) + drawn.dtype.type(mean)

    def choice(self, count, size, replace, chances):
        """Numbers below count, each with its chance; without replacement others than torch's."""
        if not replace:
            return self.twister.choice(count, size, replace, chances)
        return np.searchsorted(np.cumsum(chances)[:-1], self.uniform(size, wide=True))
