# packages: torchkge
# needs: tqdm pandas==2.2.3 python-dateutil six pytz tzdata
import numpy as np
import torch
from torchkge.models import ComplExModel, DistMultModel, TransEModel
from torchkge.utils import LogisticLoss, MarginLoss

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []
for model, criterion in (
    (TransEModel(8, 20, 3, dissimilarity_type="L2"), MarginLoss(0.5)),
    (DistMultModel(8, 20, 3), LogisticLoss()),
    (ComplExModel(8, 20, 3), LogisticLoss()),
):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=1e-5)
    for step in range(4):
        heads, tails, false = torch.from_numpy(rng.integers(0, 20, (3, 16)))
        relations = torch.from_numpy(rng.integers(0, 3, (16,)))
        optimizer.zero_grad()
        positive, negative = model(heads, tails, relations, heads, false)
        loss = criterion(positive, negative)
        loss.backward()
        optimizer.step()
        model.normalize_parameters()
        losses.append(loss.item())
