# packages: nnAudio
# needs: scipy
import numpy as np
import torch
from nnAudio.features import MelSpectrogram, MFCC, CQT1992v2, STFT

torch.manual_seed(0)
rng = np.random.default_rng(0)
mel = MelSpectrogram(sr=8000, n_fft=256, n_mels=20, hop_length=128, trainable_mel=True, trainable_STFT=True, verbose=False)
mfcc = MFCC(sr=8000, n_mfcc=10, n_fft=256, n_mels=20, hop_length=128, verbose=False)
cqt = CQT1992v2(sr=8000, hop_length=128, fmin=220, n_bins=24, verbose=False)
stft = STFT(n_fft=128, hop_length=64, iSTFT=True, sr=8000, output_format="Complex", verbose=False)
head = torch.nn.Linear(20, 3)
optimizer = torch.optim.Adam([*mel.parameters(), *head.parameters()], lr=1e-3)
losses = []
for step in range(4):
    wave = torch.from_numpy(rng.standard_normal((2, 4000)).astype(np.float32))
    labels = torch.from_numpy(rng.integers(0, 3, 2))
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(head(torch.log1p(mel(wave)).mean(-1)), labels)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
with torch.no_grad():
    losses += [mfcc(wave).mean().item(), cqt(wave).mean().item()]
    spectrum = stft(wave)
    losses.append((stft.inverse(spectrum, onesided=True, length=4000) - wave).abs().mean().item())
