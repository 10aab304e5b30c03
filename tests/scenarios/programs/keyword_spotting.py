"""Keywords in one second of sound: log-mel features, deltas and a small convolutional network."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F
import torchaudio
import torchaudio.transforms as T
from torch.utils.data import DataLoader, Dataset

SAMPLE_RATE = 8000
LABELS = ["yes", "no", "up"]


class Tones(Dataset):
    """Recordings at 16 kHz, one tone a keyword, of different lengths."""

    def __init__(self, count):
        self.resample = T.Resample(orig_freq=16000, new_freq=SAMPLE_RATE)
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        label = index % len(LABELS)
        length = 6000 + 400 * (index % 4)
        time = torch.arange(length) / 16000
        waveform = 0.4 * torch.sin(2 * math.pi * 300 * (label + 1) * time)
        noise = (torch.arange(length) ** 2 * 79 % (1009 + index) / 1009 - 0.5) * 0.2
        waveform = torchaudio.functional.preemphasis((waveform + noise).unsqueeze(0), coeff=0.95)
        return self.resample(waveform), label


def collate(batch):
    waveforms = [waveform.t() for waveform, _ in batch]
    waveforms = nn.utils.rnn.pad_sequence(waveforms, batch_first=True).transpose(1, 2)
    return waveforms, torch.tensor([label for _, label in batch])


class Spotter(nn.Module):
    def __init__(self, n_mels=24):
        super().__init__()
        self.features = nn.Sequential(
            T.MelSpectrogram(SAMPLE_RATE, n_fft=256, hop_length=128, n_mels=n_mels, norm="slaney"),
            T.AmplitudeToDB(top_db=80),
        )
        self.deltas = T.ComputeDeltas()
        self.conv = nn.Conv2d(2, 8, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.head = nn.Linear(8 * (n_mels // 2), len(LABELS))

    def forward(self, waveform):
        features = self.features(waveform) / 40
        x = torch.cat([features, self.deltas(features)], dim=1)
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
        return self.head(x.mean(-1).flatten(1))


torch.manual_seed(0)
model = Spotter()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
loader = DataLoader(Tones(15), batch_size=3, collate_fn=collate)

losses = []
for epoch in range(4):
    for waveform, target in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(waveform), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
