# packages: julius
import numpy as np
import torch
import julius

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = torch.nn.Conv1d(1, 1, 9, padding=4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
up, low, bands = julius.ResampleFrac(4, 5), julius.LowPassFilter(0.2), julius.SplitBands(8000, n_bands=4)
high = julius.HighPassFilter(0.1, stride=2)
losses = []
for step in range(3):
    wave = torch.from_numpy(rng.standard_normal((2, 1, 1000)).astype(np.float32))
    optimizer.zero_grad()
    out = net(wave)
    loss = up(out).pow(2).mean() + low(out).abs().mean() + bands(out).pow(2).sum(0).mean() + high(out).abs().mean()
    loss = loss + julius.fft_conv1d(out, torch.ones(1, 1, 32) / 32, padding=4).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
losses += julius.bands.split_bands(wave, 8000, n_bands=3).abs().mean((1, 2, 3)).tolist()
