# packages: byol-pytorch
# needs: einops beartype accelerate
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from byol_pytorch import BYOL

torch.manual_seed(0)
net = nn.Sequential(
    nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 16)
)
model = BYOL(
    net,
    image_size=32,
    hidden_layer=-1,
    projection_size=16,
    projection_hidden_size=32,
    augment_fn=nn.Identity(),
    augment_fn2=nn.Identity(),
    use_simplicial_embeddings=False,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((8, 3, 32, 32)).astype(np.float32))
    optimizer.zero_grad()
    loss = model(x)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
