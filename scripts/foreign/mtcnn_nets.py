# packages: facenet_pytorch
# needs: requests urllib3 idna certifi charset-normalizer tqdm
import numpy as np
import torch
import torch.nn as nn
from facenet_pytorch import ONet, PNet, RNet

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = nn.ModuleList([PNet(pretrained=False), RNet(pretrained=False), ONet(pretrained=False)])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    outputs = [*model[0](draw(2, 3, 24, 24)), *model[1](draw(2, 3, 24, 24))]
    outputs += model[2](draw(2, 3, 48, 48))
    loss = sum(output.pow(2).mean() for output in outputs)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
