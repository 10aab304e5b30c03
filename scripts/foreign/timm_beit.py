# packages: timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging
import numpy as np
import torch
import torch.nn.functional as F
from timm.models.beit import Beit

torch.manual_seed(0)
model = Beit(img_size=32, patch_size=8, num_classes=4, embed_dim=32, depth=2, num_heads=4, init_values=0.1, use_abs_pos_emb=False, use_rel_pos_bias=True)
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
