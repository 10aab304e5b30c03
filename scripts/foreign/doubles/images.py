"""Small files of random images, as data sets have them."""

from pathlib import Path

import numpy as np


def write_mnist(root, count, tests):
    """MNIST's four files below ``root``, where torchvision looks for them."""
    folder = Path(root) / "MNIST" / "raw"
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    for name, number in (("train", count), ("t10k", tests)):
        labels = rng.integers(0, 10, number, np.uint8)
        images = rng.integers(0, 256, (number, 28, 28), np.uint8)
        for kind, items in (("images", images), ("labels", labels)):
            head = np.array([2048 + items.ndim, *items.shape], ">i4").tobytes()
            path = folder / f"{name}-{kind}-idx{items.ndim}-ubyte"
            path.write_bytes(head + items.tobytes())
