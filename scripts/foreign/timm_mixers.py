# packages: timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging
import numpy as np
import torch
import torch.nn.functional as F
from timm.models.cait import Cait
from timm.models.convmixer import ConvMixer
from timm.models.metaformer import MetaFormer
from timm.models.mlp_mixer import MlpMixer
from timm.models.sequencer import Sequencer2d
from timm.models.xcit import Xcit

torch.manual_seed(0)
models = [
    MlpMixer(img_size=64, patch_size=16, num_blocks=2, embed_dim=32, num_classes=4),
    ConvMixer(dim=16, depth=2, kernel_size=5, patch_size=8, num_classes=4),
    MetaFormer(depths=(1, 1, 1, 1), dims=(8, 16, 24, 32), num_classes=4),
    Cait(img_size=64, patch_size=16, embed_dim=32, depth=2, num_heads=4, num_classes=4),
    Xcit(img_size=64, patch_size=16, embed_dim=32, depth=2, num_heads=4, num_classes=4, cls_attn_layers=1),
    Sequencer2d(img_size=64, layers=(1, 1), patch_sizes=(8, 2), embed_dims=(16, 32), hidden_sizes=(8, 16), mlp_ratios=(2.0, 2.0), num_classes=4, num_rnn_layers=1, bidirectional=True, union="cat", with_fc=True),
]
rng = np.random.default_rng(0)
losses = []
for model in models:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((4, 3, 64, 64)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 4, (4,)))
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
