# packages: timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging
import numpy as np
import torch
import torch.nn.functional as F
from timm.models.swin_transformer import SwinTransformer

torch.manual_seed(0)
model = SwinTransformer(img_size=32, patch_size=2, window_size=4, embed_dim=16, depths=(2, 2), num_heads=(2, 4), num_classes=4, drop_path_rate=0.0)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
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
