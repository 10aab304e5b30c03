# packages: torch-kmeans
import numpy as np
import torch
from torch_kmeans import KMeans

rng = np.random.default_rng(0)
x = torch.from_numpy((rng.standard_normal((2, 30, 3)) + rng.integers(0, 3, (2, 30, 1)) * 5).astype(np.float32))
centers = x[:, :3].clone()
losses = []
for model in (KMeans(n_clusters=3, verbose=False),):
    result = model(x, centers=centers)
    losses += [result.inertia.sum().item() if result.inertia is not None else 0.0, result.centers.sum().item(), float(result.labels.sum())]
