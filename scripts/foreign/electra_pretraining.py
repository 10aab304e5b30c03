# packages: electra-pytorch mlm-pytorch
# needs: einops
import numpy as np
import torch
from electra_pytorch import Electra
from torch import nn

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self, out):
        super().__init__()
        self.embed = nn.Embedding(30, 16)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, 0.0, batch_first=True), 2)
        self.out = nn.Linear(16, out)

    def forward(self, x, **kwargs):
        return self.out(self.layers(self.embed(x)))


trainer = Electra(
    Encoder(30), Encoder(1), discr_dim=-1, discr_layer="out", mask_token_id=2, pad_token_id=0, mask_prob=0.15,
    mask_ignore_token_ids=[],
)
optimizer = torch.optim.SGD(trainer.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(3, 30, (2, 24)))
    optimizer.zero_grad()
    results = trainer(ids)
    results.loss.backward()
    optimizer.step()
    losses += [results.loss.item(), results.mlm_loss.item(), results.disc_acc.item()]
