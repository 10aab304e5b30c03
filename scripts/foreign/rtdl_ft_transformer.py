# packages: rtdl
import numpy as np
import torch
import torch.nn.functional as F
from rtdl import FTTransformer, ResNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = FTTransformer.make_baseline(
    n_num_features=4, cat_cardinalities=[3, 5], d_token=16, n_blocks=2, attention_dropout=0.0,
    ffn_d_hidden=24, ffn_dropout=0.0, residual_dropout=0.0, last_layer_query_idx=[-1], d_out=1,
)
other = ResNet.make_baseline(d_in=4, n_blocks=2, d_main=8, d_hidden=12, dropout_first=0.0, dropout_second=0.0, d_out=1)
optimizer = torch.optim.SGD([{"params": model.optimization_param_groups()[0]["params"]}, {"params": model.optimization_param_groups()[1]["params"], "weight_decay": 0.0}, {"params": other.parameters()}], lr=1e-2, momentum=0.9, weight_decay=1e-2)
losses = []
for step in range(4):
    number = torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32))
    kind = torch.from_numpy(np.stack([rng.integers(0, 3, 8), rng.integers(0, 5, 8)], 1))
    y = torch.from_numpy(rng.standard_normal((8, 1)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(number, kind) + other(number), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
