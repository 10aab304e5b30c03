# packages: mixture-of-experts
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from mixture_of_experts import MoE

torch.manual_seed(0)
model = MoE(dim=8, num_experts=4, hidden_dim=16, second_policy_train="all")
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 16, 8)).astype(np.float32))
    optimizer.zero_grad()
    out, aux = model(x)
    loss = F.mse_loss(out, x) + aux
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
