# packages: tsai
# needs: fastai fastcore pyts scikit-learn imbalanced-learn psutil
import numpy as np
import torch
import torch.nn.functional as F
from tsai.models.InceptionTime import InceptionTime
from tsai.models.TST import TST

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []
for net in [InceptionTime(3, 4, nf=4), TST(3, 4, 20, n_layers=1, d_model=16, n_heads=4, d_ff=32)]:
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(2):
        x = torch.from_numpy(rng.standard_normal((4, 3, 20)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 4, (4,)))
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
