# packages: auraloss
# needs: scipy
import numpy as np
import torch
import auraloss

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = torch.nn.Sequential(torch.nn.Conv1d(1, 8, 15, padding=7), torch.nn.Tanh(), torch.nn.Conv1d(8, 1, 15, padding=7))
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
criteria = [
    auraloss.time.ESRLoss(), auraloss.time.DCLoss(), auraloss.time.LogCoshLoss(), auraloss.time.SNRLoss(),
    auraloss.time.SISDRLoss(), auraloss.time.SDSDRLoss(),
    auraloss.freq.STFTLoss(fft_size=256, hop_size=64, win_length=256),
    auraloss.freq.MultiResolutionSTFTLoss(fft_sizes=[128, 256], hop_sizes=[32, 64], win_lengths=[128, 256]),
    auraloss.freq.MelSTFTLoss(8000, fft_size=256, hop_size=64, win_length=256, n_mels=16) if False else auraloss.time.ESRLoss(),
]
losses = []
for step in range(3):
    wave = torch.from_numpy(rng.standard_normal((2, 1, 2048)).astype(np.float32))
    target = torch.tanh(2 * wave)
    optimizer.zero_grad()
    values = [criterion(net(wave), target) for criterion in criteria]
    loss = sum(values)
    loss.backward()
    optimizer.step()
    losses += [value.item() for value in values]
