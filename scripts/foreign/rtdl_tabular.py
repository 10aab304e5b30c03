# packages: rtdl_revisiting_models rtdl_num_embeddings
import numpy as np
import torch
import torch.nn.functional as F
from rtdl_num_embeddings import (
    LinearReLUEmbeddings,
    PeriodicEmbeddings,
    PiecewiseLinearEncoding,
    PiecewiseLinearEmbeddings,
    compute_bins,
)
from rtdl_revisiting_models import FTTransformer, ResNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
table = torch.from_numpy(rng.standard_normal((40, 5)).astype(np.float32))
kinds = torch.from_numpy(rng.integers(0, 3, (40, 2)))
y = torch.from_numpy(rng.standard_normal(40).astype(np.float32))
bins = compute_bins(table, n_bins=6)


class Embedded(torch.nn.Module):
    def __init__(self, embeddings, width):
        super().__init__()
        self.embeddings = embeddings
        self.body = ResNet(
            d_in=width, d_out=1, n_blocks=2, d_block=16, d_hidden_multiplier=2.0, dropout1=0.0, dropout2=0.0
        )

    def forward(self, x):
        return self.body(self.embeddings(x).flatten(1))


losses = []
models = (
    Embedded(PeriodicEmbeddings(5, 4, n_frequencies=6, lite=False), 20),
    Embedded(LinearReLUEmbeddings(5, 4), 20),
    Embedded(PiecewiseLinearEmbeddings(bins, 4, activation=True, version="B"), 20),
)
for model in models:
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, weight_decay=1e-3)
    for step in range(3):
        optimizer.zero_grad()
        loss = F.mse_loss(model(table).squeeze(1), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
losses.append(PiecewiseLinearEncoding(bins)(table).sum().item())
model = FTTransformer(
    n_cont_features=5, cat_cardinalities=[3, 3], d_out=1, n_blocks=2, d_block=16, attention_n_heads=4,
    attention_dropout=0.0, ffn_d_hidden=None, ffn_d_hidden_multiplier=4 / 3, ffn_dropout=0.0, residual_dropout=0.0,
)
optimizer = torch.optim.SGD(model.make_parameter_groups(), lr=1e-2, momentum=0.9, weight_decay=1e-2)
for step in range(3):
    optimizer.zero_grad()
    loss = F.mse_loss(model(table, kinds).squeeze(1), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
