import numpy as np
import torch
import torch.nn.functional as F
from lib.net import Masks
from utils import steps
from utils.steps import clip_gradient, slow_down

rng = np.random.default_rng(5)
losses = []


def batches(count):
    for _ in range(count):
        x = rng.standard_normal((2, 3, 8, 8)).astype(np.float32)
        yield torch.from_numpy(x), torch.from_numpy((x.sum(1, keepdims=True) > 0) * np.float32(1))


def overlap(out, mask):
    p = torch.sigmoid(out)
    both = (p * mask).sum(dim=(1, 2, 3))
    return 1 - (2 * both / (p + mask).sum(dim=(1, 2, 3))).mean()


def train(net, data, optimizer):
    net.train()
    for x, mask in data:
        for scale in (0.75, 1, 1.25):
            optimizer.zero_grad()
            size = int(8 * scale)
            small = F.interpolate(x, size=(size, size), mode="nearest")
            wanted = F.interpolate(mask, size=(size, size), mode="nearest")
            out = net(small)
            loss = overlap(out, wanted) + F.binary_cross_entropy_with_logits(out, wanted)
            loss.backward()
            norm = steps.gradient_norm(net)
            clip_gradient(optimizer, 0.05)
            optimizer.step()
            losses.extend([loss.item(), norm])


net = Masks()
optimizer = torch.optim.Adam(net.parameters(), 1e-2)
for epoch in range(2):
    train(net, batches(3), optimizer)
    slow_down(optimizer, 0.5)
