# packages: info-nce-pytorch
import numpy as np
import torch
from info_nce import InfoNCE, info_nce

torch.manual_seed(0)
rng = np.random.default_rng(0)
encoder = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
criteria = [InfoNCE(), InfoNCE(negative_mode="unpaired"), InfoNCE(temperature=0.2, negative_mode="paired")]


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


losses = []
for step in range(4):
    query, positive = encoder(draw(6, 8)), encoder(draw(6, 8))
    loss = criteria[0](query, positive)
    loss = loss + criteria[1](query, positive, encoder(draw(5, 8)))
    loss = loss + criteria[2](query, positive, encoder(draw(6, 3, 8)))
    loss = loss + info_nce(query, positive, temperature=0.5, reduction="sum")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
