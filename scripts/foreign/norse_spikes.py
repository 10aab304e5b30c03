# packages: norse
# needs: nir nirtorch h5py
import numpy as np
import torch
from norse.torch import LICell, LIFCell, LIFParameters, SequentialState

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = SequentialState(torch.nn.Linear(6, 8), LIFCell(p=LIFParameters(method="super", alpha=torch.tensor(100.0), v_th=torch.tensor(0.1))), torch.nn.Linear(8, 3), LICell())
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    state, votes = None, []
    x = torch.from_numpy(rng.random((5, 4, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 4))
    optimizer.zero_grad()
    for frame in x:
        out, state = model(frame, state)
        votes.append(out)
    loss = torch.nn.functional.cross_entropy(torch.stack(votes).max(0).values, y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
