# packages: pykt-toolkit
# needs: pandas==2.2.3 scikit-learn scipy threadpoolctl joblib cloudpickle narwhals python-dateutil six pytz tzdata tqdm
import sys
import types

import numpy as np
import torch
import torch.nn.functional as F

sys.modules["wandb"] = types.ModuleType("wandb")
from pykt.models.akt import AKT
from pykt.models.dkt import DKT
from pykt.models.dkvmn import DKVMN
from pykt.models.saint import SAINT
from pykt.models.sakt import SAKT

torch.manual_seed(0)
rng = np.random.default_rng(0)
skills, questions, length = 6, 9, 10
dkt = DKT(skills, 8, dropout=0.0)
dkvmn = DKVMN(skills, 8, 4, dropout=0.0)
sakt = SAKT(skills, length, 8, 2, 0.0, num_en=2)
saint = SAINT(questions, skills, length, 8, 2, 0.0, n_blocks=1)
akt = AKT(skills, questions, 8, 2, 0.0, d_ff=16, final_fc_dim=16, num_attn_heads=2)
model = torch.nn.ModuleList([dkt, dkvmn, sakt, saint, akt])
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
losses = []
for step in range(3):
    c = torch.from_numpy(rng.integers(0, skills, (4, length + 1)))
    q = torch.from_numpy(rng.integers(0, questions, (4, length + 1)))
    r = torch.from_numpy(rng.integers(0, 2, (4, length + 1)))
    target = r[:, 1:].float()
    y = dkt(c[:, :-1], r[:, :-1])
    y = (y * F.one_hot(c[:, 1:], skills)).sum(-1)
    loss = F.binary_cross_entropy(y, target)
    p = dkvmn(c, r)
    loss = loss + F.binary_cross_entropy(p[:, 1:], target)
    p = sakt(c[:, :-1], r[:, :-1], c[:, 1:])
    loss = loss + F.binary_cross_entropy(p, target)
    p = saint(q[:, :-1], c[:, :-1], r[:, :-2])
    loss = loss + F.binary_cross_entropy(p[:, 1:], target[:, :-1])
    p, penalty = akt(c[:, :-1], r[:, :-1], q[:, :-1])
    loss = loss + F.binary_cross_entropy(p, r[:, :-1].float()) + penalty
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    optimizer.step()
    losses.append(loss.item())
