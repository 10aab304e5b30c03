# packages: vit-pytorch
# needs: einops
# device: CPU
# One image of CvT is attended to by one key: see the differences of torch.softmax.
import numpy as np
import torch
import torch.nn.functional as F
from vit_pytorch.crossformer import CrossFormer
from vit_pytorch.cvt import CvT
from vit_pytorch.nest import NesT
from vit_pytorch.t2t import T2TViT
from vit_pytorch.twins_svt import TwinsSVT

torch.manual_seed(0)
rng = np.random.default_rng(0)
networks = [
    T2TViT(dim=16, image_size=32, depth=1, heads=2, mlp_dim=32, num_classes=4, t2t_layers=((3, 2), (3, 2))),
    CvT(num_classes=4, s1_emb_dim=8, s1_depth=1, s2_emb_dim=16, s2_depth=1, s2_heads=2, s3_emb_dim=16, s3_depth=1, s3_heads=2),
    NesT(image_size=32, patch_size=4, dim=8, heads=2, num_hierarchies=2, block_repeats=(1, 1), num_classes=4),
    TwinsSVT(num_classes=4, s1_emb_dim=8, s1_patch_size=2, s1_local_patch_size=4, s1_global_k=4, s1_depth=1,
             s2_emb_dim=8, s2_patch_size=2, s2_local_patch_size=4, s2_global_k=4, s2_depth=1,
             s3_emb_dim=8, s3_patch_size=2, s3_local_patch_size=2, s3_global_k=2, s3_depth=1,
             s4_emb_dim=8, s4_patch_size=2, s4_local_patch_size=2, s4_global_k=2, s4_depth=1),
    CrossFormer(num_classes=4, dim=(32, 32, 64, 64), depth=(1, 1, 1, 1), global_window_size=(4, 2, 1, 1), local_window_size=(2, 2, 2, 1)),
]
losses = []
for network in networks:
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01, momentum=0.9)
    for step in range(2):
        x = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 4, 2))
        optimizer.zero_grad()
        out = network(x)
        loss = F.cross_entropy(out, y) if out.ndim == 2 else out
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
