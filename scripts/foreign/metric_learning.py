# packages: pytorch-metric-learning
# needs: scikit-learn joblib threadpoolctl tqdm
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from pytorch_metric_learning import losses as metric_losses
from pytorch_metric_learning import miners

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
miner = miners.MultiSimilarityMiner()
loss_func = metric_losses.TripletMarginLoss(margin=0.3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((12, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, (12,)))
    optimizer.zero_grad()
    embeddings = model(x)
    pairs = miner(embeddings, y)
    loss = loss_func(embeddings, y, pairs)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
