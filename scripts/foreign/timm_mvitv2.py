# packages: timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging
import numpy as np
import torch
import torch.nn.functional as F
from timm.models.mvitv2 import MultiScaleVit, MultiScaleVitCfg

cfg = MultiScaleVitCfg(depths=(1, 1, 1, 1), embed_dim=16, num_heads=1)
model = MultiScaleVit(cfg, img_size=64, num_classes=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 3, 64, 64)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
