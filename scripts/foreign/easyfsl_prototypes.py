# packages: easyfsl
# needs: matplotlib contourpy cycler fonttools kiwisolver packaging pillow pyparsing python-dateutil six pandas==2.2.3 pytz tzdata loguru networkx tqdm
import numpy as np
import torch
import torch.nn as nn
from easyfsl.methods import MatchingNetworks, PrototypicalNetworks, SimpleShot

torch.manual_seed(0)
rng = np.random.default_rng(0)
backbone = nn.Sequential(nn.Conv2d(3, 6, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
methods = [PrototypicalNetworks(backbone), SimpleShot(backbone), MatchingNetworks(backbone, feature_dimension=24)]
optimizer = torch.optim.SGD(methods[2].parameters(), lr=0.05)
losses = []
for method in methods:
    for step in range(3):
        support = torch.from_numpy(rng.standard_normal((6, 3, 10, 10)).astype(np.float32))
        query = torch.from_numpy(rng.standard_normal((4, 3, 10, 10)).astype(np.float32))
        labels = torch.tensor([0, 0, 1, 1, 2, 2])
        wanted = torch.from_numpy(rng.integers(0, 3, 4))
        optimizer.zero_grad()
        method.process_support_set(support, labels)
        loss = nn.functional.cross_entropy(method(query), wanted)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
