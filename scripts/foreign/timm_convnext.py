# packages: timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging
import numpy as np
import torch
import torch.nn.functional as F
from timm.models.convnext import ConvNeXt

torch.manual_seed(0)
model = ConvNeXt(num_classes=4, depths=(1, 1, 2, 1), dims=(8, 16, 24, 32), ls_init_value=1e-2, conv_mlp=False)
optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((4, 3, 64, 64)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (4,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
