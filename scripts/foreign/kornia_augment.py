# packages: kornia
# needs: kornia_rs packaging
import kornia.augmentation as K
import numpy as np
import torch

torch.manual_seed(0)
rng = np.random.default_rng(0)
change = torch.nn.Sequential(
    K.RandomHorizontalFlip(p=1.0), K.Normalize(mean=torch.tensor([0.4, 0.5, 0.6]), std=torch.tensor([0.2, 0.3, 0.2])),
    K.CenterCrop((12, 12)), K.RandomGrayscale(p=1.0), K.RandomVerticalFlip(p=1.0),
)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(400, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.random((2, 3, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 2))
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(change(x)), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
