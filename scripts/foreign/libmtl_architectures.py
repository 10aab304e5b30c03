# packages: LibMTL
import sys
import types

import numpy as np
import torch

# Its networks of images read this module, which torchvision has had under another name since 0.13.
loading = types.ModuleType("torchvision.models.utils")
loading.load_state_dict_from_url = None
sys.modules["torchvision.models.utils"] = loading
from LibMTL.architecture import CGC, HPS, MMoE
from LibMTL.loss import CELoss
from LibMTL.weighting import DWA, EW, UW
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(12, 16), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


class Shared(HPS, EW):
    pass


class Mixed(MMoE, UW):
    pass


class Gated(CGC, DWA):
    pass


tasks = ["kind", "size"]
device = torch.device("cpu")
losses = []
for cls, options in (
    (Shared, {}),
    (Mixed, {"img_size": [3, 4], "num_experts": [2]}),
    (Gated, {"img_size": [3, 4], "num_experts": [2, 1, 1]}),
):
    decoders = nn.ModuleDict({"kind": nn.Linear(16, 3), "size": nn.Linear(16, 2)})
    model = cls(tasks, Encoder, decoders, False, False, device, **options)
    model.init_param()
    model.epoch = 0
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    of_kind, of_size = CELoss(), CELoss()
    for step in range(4):
        images = torch.from_numpy(rng.standard_normal((6, 3, 4)).astype(np.float32))
        kinds = torch.from_numpy(rng.integers(0, 3, (6,)))
        sizes = torch.from_numpy(rng.integers(0, 2, (6,)))
        found = model(images)
        each = torch.zeros(2)
        each[0] = of_kind.compute_loss(found["kind"], kinds)
        each[1] = of_size.compute_loss(found["size"], sizes)
        optimizer.zero_grad()
        model.backward(each, T=2.0)
        optimizer.step()
        losses += each.tolist()
