"""Metric learning: the hardest triplets of a batch, and a projection to the unit sphere."""

from typing import Optional

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import StepLR


class EmbeddingNet(nn.Module):
    def __init__(self, emb_dim: int = 8):
        super(EmbeddingNet, self).__init__()
        self.convnet = nn.Sequential(
            nn.Conv2d(1, 4, 3), nn.PReLU(), nn.MaxPool2d(2, stride=2), nn.Conv2d(4, 8, 3), nn.PReLU()
        )
        self.fc = nn.Sequential(nn.Linear(8 * 2 * 2, 16), nn.PReLU(), nn.Linear(16, emb_dim))

    def forward(self, x):
        output = self.convnet(x)
        output = output.view(output.size()[0], -1)
        output = self.fc(output)
        return output

    def get_embedding(self, x):
        return self.forward(x)


class EmbeddingNetL2(EmbeddingNet):
    def __init__(self):
        super(EmbeddingNetL2, self).__init__()

    def forward(self, x):
        output = super(EmbeddingNetL2, self).forward(x)
        output = output / output.pow(2).sum(1, keepdim=True).sqrt()
        return output

    def get_embedding(self, x):
        return self.forward(x)


def euclidean_dist(x, y):
    m, n = x.size(0), y.size(0)
    xx = torch.pow(x, 2).sum(1, keepdim=True).expand(m, n)
    yy = torch.pow(y, 2).sum(1, keepdim=True).expand(n, m).t()
    dist = xx + yy - 2 * torch.matmul(x, y.t())
    dist = dist.clamp(min=1e-12).sqrt()  # for numerical stability
    return dist


def hard_example_mining(dist_mat, labels):
    assert len(dist_mat.size()) == 2
    assert dist_mat.size(0) == dist_mat.size(1)
    N = dist_mat.size(0)

    # shape [N, N]
    is_pos = labels.expand(N, N).eq(labels.expand(N, N).t())
    is_neg = labels.expand(N, N).ne(labels.expand(N, N).t())

    # `dist_ap` means distance(anchor, positive)
    dist_ap, relative_p_inds = torch.max(dist_mat[is_pos].contiguous().view(N, -1), 1, keepdim=True)
    dist_an, relative_n_inds = torch.min(dist_mat[is_neg].contiguous().view(N, -1), 1, keepdim=True)
    return dist_ap.squeeze(1), dist_an.squeeze(1)


class TripletLoss(object):
    """Modified from Tong Xiao's open-reid (https://github.com/Cysu/open-reid)."""

    def __init__(self, margin: Optional[float] = None):
        self.margin = margin
        if margin is not None:
            self.ranking_loss = nn.MarginRankingLoss(margin=margin)
        else:
            self.ranking_loss = nn.SoftMarginLoss()

    def __call__(self, global_feat, labels):
        dist_mat = euclidean_dist(global_feat, global_feat)
        dist_ap, dist_an = hard_example_mining(dist_mat, labels)
        y = dist_an.new().resize_as_(dist_an).fill_(1)
        if self.margin is not None:
            loss = self.ranking_loss(dist_an, dist_ap, y)
        else:
            loss = self.ranking_loss(dist_an - dist_ap, y)
        return loss, dist_ap, dist_an


rng = np.random.default_rng(48)
prototypes = rng.standard_normal((4, 1, 10, 10))
loader = []
for _ in range(10):
    labels = np.repeat(np.arange(4), 3)
    images = prototypes[labels] + 0.5 * rng.standard_normal((12, 1, 10, 10))
    loader.append((torch.from_numpy(images).float(), torch.from_numpy(labels)))

model = EmbeddingNetL2()
triplet = TripletLoss(margin=0.3)
plain = nn.TripletMarginLoss(margin=0.2, p=2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=5e-4)
scheduler = StepLR(optimizer, 1, gamma=0.5, last_epoch=-1)
losses = []
for epoch in range(2):
    model.train()
    for images, labels in loader:
        feat = model(images)
        loss, dist_ap, dist_an = triplet(feat, labels)
        loss = loss + 0.5 * plain(feat[0::3], feat[1::3], feat.roll(3, 0)[0::3])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    precision = (dist_an > dist_ap).float().mean()
    print("epoch", epoch, "precision", precision.item())
    scheduler.step()
