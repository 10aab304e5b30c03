# packages: torch-dct
import numpy as np
import torch
import torch_dct as dct

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = torch.nn.Linear(16, 16)
layer = dct.LinearDCT(16, "dct", norm="ortho")
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((4, 16)).astype(np.float32))
    optimizer.zero_grad()
    out = net(x)
    loss = dct.dct(out, norm="ortho").abs().mean() + dct.idct(out).pow(2).mean() + layer(out).abs().mean()
    loss = loss + dct.dct_2d(out.view(4, 4, 4)).pow(2).mean() * 0.01 + dct.dct1(out).abs().mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
losses.append((dct.idct_3d(dct.dct_3d(x.view(4, 4, 4))) - x.view(4, 4, 4)).abs().max().item())
