# packages: poutyne
# needs: tqdm colorama torchmetrics lightning-utilities packaging
import numpy as np
import torch
from poutyne import Model
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
y = rng.integers(0, 3, 32)
network = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 3))
model = Model(network, "sgd", "cross_entropy", batch_metrics=["accuracy"])
history = model.fit(x, y, validation_data=(x, y), epochs=3, batch_size=8, verbose=False)
losses = [logs[name] for logs in history for name in ("loss", "acc", "val_loss", "val_acc")]
