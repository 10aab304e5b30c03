# packages: pykan
# needs: scikit-learn scipy joblib threadpoolctl matplotlib contourpy cycler fonttools kiwisolver packaging pillow pyparsing python-dateutil six sympy mpmath pandas==2.2.3 pytz tzdata pyyaml tqdm narwhals setuptools cloudpickle
import numpy as np
import torch
from kan import KAN

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = KAN(width=[2, 3, 1], grid=3, k=3, seed=0, auto_save=False, symbolic_enabled=False)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.uniform(-1, 1, (16, 2)).astype(np.float32))
    y = torch.sin(x[:, :1]) * x[:, 1:]
    optimizer.zero_grad()
    loss = (model(x) - y).square().mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
