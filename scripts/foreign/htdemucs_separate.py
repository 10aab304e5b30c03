# packages: demucs julius
# needs: einops tqdm pyyaml
import numpy as np
import torch
import torch.nn.functional as F
from demucs.htdemucs import HTDemucs

torch.manual_seed(0)
model = HTDemucs(
    ["voice", "rest"], audio_channels=1, channels=8, depth=2, nfft=512, t_layers=2, t_heads=2,
    bottom_channels=16, samplerate=2048, segment=1, dconv_depth=1, t_hidden_scale=2.0,
)
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
