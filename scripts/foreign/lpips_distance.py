# packages: lpips
# needs: tqdm scipy
import lpips
import numpy as np
import torch

torch.manual_seed(0)
measure = lpips.LPIPS(net="alex", pretrained=False, pnet_rand=True, verbose=False)
rank = lpips.BCERankingLoss(chn_mid=8)
optimizer = torch.optim.Adam([*measure.parameters(), *rank.net.parameters()], lr=1e-3, betas=(0.5, 0.999))
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ref, first, second = torch.from_numpy(rng.uniform(-1, 1, (3, 2, 3, 64, 64)).astype(np.float32))
    judge = torch.from_numpy(rng.random((2, 1, 1, 1)).astype(np.float32))
    optimizer.zero_grad()
    loss = rank(measure(ref, first), measure(ref, second), judge * 2 - 1).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
losses.append(lpips.L2(colorspace="RGB", use_gpu=False)(ref[:1], first[:1]).mean().item())
