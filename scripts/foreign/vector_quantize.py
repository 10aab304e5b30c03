# packages: vector-quantize-pytorch torch-einops-utils
# needs: einops beartype einx loguru frozendict sympy
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from vector_quantize_pytorch import VectorQuantize

torch.manual_seed(0)


class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(12, 8)
        self.vq = VectorQuantize(dim=8, codebook_size=16, decay=0.8, commitment_weight=1.0)
        self.decode = nn.Linear(8, 12)

    def forward(self, x):
        quantized, indices, commit_loss = self.vq(self.encode(x))
        return self.decode(quantized), commit_loss


model = AutoEncoder()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 10, 12)).astype(np.float32))
    optimizer.zero_grad()
    out, commit_loss = model(x)
    loss = F.mse_loss(out, x) + commit_loss.sum()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
