# packages: torch-geometric
# needs: aiohttp fsspec jinja2 psutil pyparsing requests tqdm xxhash aiohappyeyeballs aiosignal attrs certifi charset-normalizer frozenlist idna markupsafe multidict propcache typing_extensions urllib3 yarl
import numpy as np
import torch
import torch.nn.functional as F
from torch_geometric.nn import GATConv, GCNConv, SAGEConv, global_mean_pool

torch.manual_seed(0)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = GCNConv(5, 8)
        self.second = GATConv(8, 4, heads=2)
        self.third = SAGEConv(8, 6)
        self.head = torch.nn.Linear(6, 3)

    def forward(self, x, edges, batch):
        x = self.first(x, edges).relu()
        x = self.second(x, edges).relu()
        x = self.third(x, edges).relu()
        return self.head(global_mean_pool(x, batch))


model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((10, 5)).astype(np.float32))
    edges = torch.from_numpy(rng.integers(0, 10, (2, 24)))
    batch = torch.tensor([0] * 4 + [1] * 6)
    y = torch.from_numpy(rng.integers(0, 3, 2))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x, edges, batch), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
