# packages: loralib
import loralib as lora
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = lora.Embedding(12, 8, r=2)
        self.conv = lora.Conv2d(1, 4, 3, r=2)
        self.merged = lora.MergedLinear(8, 12, r=2, enable_lora=[True, False, True])
        self.head = lora.Linear(12 + 4, 5, r=2, lora_alpha=4)

    def forward(self, words, image):
        image = self.conv(image).relu().mean((2, 3))
        words = self.merged(self.embed(words)).mean(1)
        return self.head(torch.cat([words, image], 1))


model = Net()
lora.mark_only_lora_as_trainable(model, bias="lora_only")
trained = [p for p in model.parameters() if p.requires_grad]
optimizer = torch.optim.AdamW(trained, lr=0.05)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    words = torch.from_numpy(rng.integers(0, 12, (3, 6)))
    image = torch.from_numpy(rng.standard_normal((3, 1, 6, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 5, 3))
    model.train()
    optimizer.zero_grad()
    loss = F.cross_entropy(model(words, image), y)
    loss.backward()
    optimizer.step()
    model.eval()
    with torch.no_grad():
        losses += [loss.item(), F.cross_entropy(model(words, image), y).item()]
losses.append(float(len(lora.lora_state_dict(model))))
losses.append(sum(p.abs().sum().item() for p in lora.lora_state_dict(model).values()))
