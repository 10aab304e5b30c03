# packages: pytorch-tabnet
# needs: scikit-learn joblib threadpoolctl tqdm
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from pytorch_tabnet.tab_network import TabNet

torch.manual_seed(0)
group = torch.eye(6)
model = TabNet(
    input_dim=6,
    output_dim=3,
    n_d=4,
    n_a=4,
    n_steps=2,
    virtual_batch_size=8,
    group_attention_matrix=group,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((16, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, (16,)))
    optimizer.zero_grad()
    out, sparsity = model(x)
    loss = F.cross_entropy(out, y) - 1e-3 * sparsity
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
