# packages: gated-state-spaces-pytorch
# needs: einops scipy
import numpy as np
import torch
import torch.nn.functional as F
from gated_state_spaces_pytorch import GatedStateSpacesLM

torch.manual_seed(0)
model = GatedStateSpacesLM(
    num_tokens=20, dim=8, depth=2, dss_kernel_N=8, dss_kernel_H=4
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.integers(0, 20, (2, 16)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x)[:, :-1].transpose(1, 2), x[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
