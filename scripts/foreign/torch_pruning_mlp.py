# packages: torch-pruning
# needs: tqdm
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch_pruning as tp

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 16, 3, padding=1)
        self.head = nn.Linear(16, 4)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.conv2(x)).mean((2, 3))
        return self.head(x)


model = Net()
inputs = torch.from_numpy(rng.standard_normal((4, 3, 8, 8)).astype(np.float32))
labels = torch.from_numpy(rng.integers(0, 4, (4,)))
pruner = tp.pruner.MagnitudePruner(
    model, inputs, importance=tp.importance.MagnitudeImportance(p=2), pruning_ratio=0.5, ignored_layers=[model.head]
)
losses = [float(v) for v in tp.utils.count_ops_and_params(model, inputs)]
pruner.step()
losses += [float(v) for v in tp.utils.count_ops_and_params(model, inputs)]
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for _ in range(3):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs), labels)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
