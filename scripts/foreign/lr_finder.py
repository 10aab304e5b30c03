# packages: torch-lr-finder
# needs: tqdm matplotlib contourpy cycler fonttools kiwisolver packaging pillow pyparsing python-dateutil six
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset
from torch_lr_finder import LRFinder

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
data = TensorDataset(torch.from_numpy(rng.standard_normal((24, 4)).astype(np.float32)), torch.from_numpy(rng.integers(0, 3, 24)))
finder = LRFinder(model, optimizer, nn.CrossEntropyLoss(), device="cpu")
finder.range_test(DataLoader(data, batch_size=8), end_lr=1, num_iter=8, smooth_f=0.05)
losses = [float(one) for one in finder.history["loss"] + finder.history["lr"]]
finder.reset()
losses += [float(optimizer.param_groups[0]["lr"])]
