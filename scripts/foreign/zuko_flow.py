# packages: zuko
import numpy as np
import torch
import zuko

torch.manual_seed(0)
rng = np.random.default_rng(0)
flow = zuko.flows.NSF(3, 2, transforms=2, hidden_features=(16, 16))
other = zuko.flows.MAF(3, 2, transforms=2, hidden_features=(16, 16))
optimizer = torch.optim.Adam([*flow.parameters(), *other.parameters()], lr=1e-3)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((16, 3)).astype(np.float32))
    context = torch.from_numpy(rng.standard_normal((16, 2)).astype(np.float32))
    optimizer.zero_grad()
    loss = -flow(context).log_prob(x).mean() - other(context).log_prob(x).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
