# packages: geoopt
# needs: scipy
import geoopt
import numpy as np
import torch

torch.manual_seed(0)
rng = np.random.default_rng(0)
ball = geoopt.PoincareBall(c=1.0)


class Embed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        start = torch.from_numpy((rng.standard_normal((6, 3)) * 0.1).astype(np.float32))
        self.places = geoopt.ManifoldParameter(start, manifold=ball)
        self.scale = torch.nn.Parameter(torch.ones(1))

    def forward(self, i, j):
        return ball.dist(self.places[i], self.places[j]) * self.scale


model = Embed()
optimizer = geoopt.optim.RiemannianAdam(model.parameters(), lr=0.05)
losses = []
for step in range(6):
    i = torch.from_numpy(rng.integers(0, 3, 4))
    j = torch.from_numpy(rng.integers(3, 6, 4))
    optimizer.zero_grad()
    loss = (model(i, j) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
