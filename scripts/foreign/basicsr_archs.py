# sources: basicsr
# needs: numpy<2 scipy scikit-image opencv-python-headless pyyaml tqdm requests lmdb Pillow addict future yapf tensorboard
import numpy as np
import torch
from basicsr.archs.rrdbnet_arch import RRDBNet
from basicsr.archs.swinir_arch import SwinIR
from basicsr.archs.srvgg_arch import SRVGGNetCompact
from basicsr.losses.basic_loss import CharbonnierLoss, L1Loss

torch.manual_seed(0)
nets = [
    RRDBNet(3, 3, scale=2, num_feat=8, num_block=1, num_grow_ch=4),
    SwinIR(upscale=2, img_size=(8, 8), window_size=4, img_range=1.0, depths=[2], embed_dim=12,
           num_heads=[2], mlp_ratio=2, upsampler="pixelshuffledirect", drop_path_rate=0.0),
    SRVGGNetCompact(3, 3, num_feat=8, num_conv=2, upscale=2),
]
rng = np.random.default_rng(0)
losses = []
for net in nets:
    l1, char = L1Loss(), CharbonnierLoss(loss_weight=0.5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(2):
        x = torch.from_numpy(rng.uniform(0, 1, (1, 3, 8, 8)).astype(np.float32))
        y = torch.from_numpy(rng.uniform(0, 1, (1, 3, 16, 16)).astype(np.float32))
        out = net(x)
        loss = l1(out, y) + char(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
