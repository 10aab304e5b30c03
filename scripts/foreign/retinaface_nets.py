# packages: facexlib
# needs: opencv-python-headless numba scipy tqdm Pillow filterpy
import numpy as np
import torch
from facexlib.assessment.hyperiqa_net import HyperIQA
from facexlib.parsing.bisenet import BiSeNet
from facexlib.parsing.parsenet import ParseNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []
for net in [ParseNet(in_size=32, out_size=32, min_feat_size=8, base_ch=8, res_depth=2, ch_range=[8, 32])]:
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for step in range(2):
        x = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
        mask, image = net(x)
        loss = mask.pow(2).mean() + (image - x).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
