"""A denoising autoencoder: saved, loaded again and trained on; a hook reads its codes."""

import os
import tempfile

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader


class Autoencoder(nn.Module):
    def __init__(self, code_channels=4):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, 8, 3, stride=3, padding=1),
            nn.ReLU(True),
            nn.MaxPool2d(2, stride=2),
            nn.Conv2d(8, code_channels, 3, stride=2, padding=1),
            nn.ReLU(True),
        )
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(code_channels, 8, 3, stride=2),
            nn.ReLU(True),
            nn.ConvTranspose2d(8, 4, 4, stride=3, padding=0),
            nn.ReLU(True),
            nn.ConvTranspose2d(4, 1, 3, stride=1, padding=0),
            nn.Tanh(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


def to_image(x):
    return (0.5 * (x + 1)).clamp(0, 1).view(x.size(0), 1, 12, 12)


rng = np.random.default_rng(44)
images = rng.random((80, 1, 12, 12)).astype(np.float32)
dataset = [(torch.from_numpy((image - 0.5) / 0.5), i % 10) for i, image in enumerate(images)]
loader = DataLoader(dataset, batch_size=8, shuffle=False)

codes = []


def keep_code(module, args, output):
    codes.append(output.detach().abs().mean().item())


model = Autoencoder()
handle = model.encoder.register_forward_hook(keep_code)
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-5)
losses = []
path = os.path.join(tempfile.mkdtemp(), "autoencoder.pth")
for epoch in range(2):
    for batch in loader:
        clean, _ = batch
        noisy = clean + 0.1 * torch.randn_like(clean)
        output = model(noisy)
        loss = criterion(output, clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    picture = to_image(output.cpu().data)
    losses.append(picture.mean().item())
    print(f"epoch {epoch + 1}, loss {loss.data.item():.4f}")
    if epoch == 0:
        handle.remove()
        torch.save(model.state_dict(), path)
        model.load_state_dict(torch.load(path))

losses.extend(codes)
model.eval()
with torch.no_grad():
    losses.append(criterion(model(clean), clean).item())
