# packages: torchcfm
# needs: pot torchdiffeq scikit-learn joblib threadpoolctl narwhals
import numpy as np
import torch
from torchcfm.conditional_flow_matching import ConditionalFlowMatcher, VariancePreservingConditionalFlowMatcher
from torchcfm.models.models import MLP

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = MLP(dim=2, w=16, time_varying=True)
matchers = [ConditionalFlowMatcher(sigma=0.1), VariancePreservingConditionalFlowMatcher(sigma=0.1)]
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(4):
    x0 = torch.from_numpy(rng.standard_normal((8, 2)).astype(np.float32))
    x1 = torch.from_numpy(rng.standard_normal((8, 2)).astype(np.float32))
    t = torch.from_numpy(rng.random(8).astype(np.float32))
    optimizer.zero_grad()
    t, xt, ut = matchers[step % 2].sample_location_and_conditional_flow(x0, x1, t=t)
    vt = model(torch.cat([xt, t[:, None]], dim=-1))
    loss = torch.mean((vt - ut) ** 2)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
