# packages: timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging
import numpy as np
import torch
import torch.nn.functional as F
from timm.models.maxxvit import MaxxVit, MaxxVitCfg, MaxxVitTransformerCfg

torch.manual_seed(0)
transformer = MaxxVitTransformerCfg(dim_head=8, window_size=(2, 2), grid_size=(2, 2))
model = MaxxVit(MaxxVitCfg(embed_dim=(16, 32), depths=(1, 1), block_type=("M", "M"), stem_width=8, transformer_cfg=transformer), img_size=(32, 32), num_classes=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
