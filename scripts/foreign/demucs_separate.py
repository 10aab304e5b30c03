# packages: demucs julius
# needs: einops tqdm pyyaml
import numpy as np
import torch
import torch.nn.functional as F
from demucs.demucs import Demucs

torch.manual_seed(0)
model = Demucs(["voice", "rest"], audio_channels=1, channels=4, depth=3, resample=False, dconv_depth=1, lstm_layers=1)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    mix = torch.from_numpy(rng.standard_normal((2, 1, 2048)).astype(np.float32))
    sources = torch.from_numpy(rng.standard_normal((2, 2, 1, 2048)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.l1_loss(model(mix), sources)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
