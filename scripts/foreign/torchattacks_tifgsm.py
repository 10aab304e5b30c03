# packages: torchattacks
# needs: tqdm requests urllib3 idna certifi charset-normalizer scipy
import numpy as np
import torch
import torchattacks

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 36, 5))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
attacks = [
    torchattacks.TIFGSM(model, eps=0.03, steps=3, diversity_prob=1.0), torchattacks.NIFGSM(model, eps=0.03, steps=3),
    torchattacks.VMIFGSM(model, eps=0.03, steps=2, N=2), torchattacks.EOTPGD(model, eps=0.03, steps=2, random_start=False),
    torchattacks.CW(model, c=1.0, steps=4),
]
losses = []
for attack in attacks:
    x = torch.from_numpy(rng.random((3, 3, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 5, 3))
    changed = attack(x, y)
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(changed), y)
    loss.backward()
    optimizer.step()
    losses += [(changed - x).abs().mean().item(), loss.item()]
