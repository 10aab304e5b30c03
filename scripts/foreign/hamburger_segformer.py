# packages: hamburger-pytorch segformer-pytorch
import numpy as np
import torch
from hamburger_pytorch import Hamburger
from segformer_pytorch import Segformer

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = Segformer(dims=(8, 16, 24, 32), heads=(1, 2, 2, 4), ff_expansion=(2, 2, 2, 2), decoder_dim=16, num_classes=4)
burger = Hamburger(dim=4, n=16 * 16, ratio=2, K=2)
optimizer = torch.optim.SGD([*model.parameters(), *burger.parameters()], lr=1e-2)
losses = []
for step in range(3):
    image = torch.from_numpy(rng.standard_normal((2, 3, 64, 64)).astype(np.float32))
    label = torch.from_numpy(rng.integers(0, 4, (2, 16, 16)))
    scores = model(image)
    loss = torch.nn.functional.cross_entropy(scores, label) + burger(scores).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
