# packages: torchlight
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torchlight import Trainer
from torchlight.metrics import Accuracy

torch.manual_seed(0)
rng = np.random.default_rng(0)
x = torch.from_numpy(rng.standard_normal((32, 6)).astype(np.float32))
y = torch.from_numpy(rng.integers(0, 3, 32))
network = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 3))
trainer = Trainer(
    network,
    torch.optim.AdamW(network.parameters(), lr=0.01),
    nn.CrossEntropyLoss(),
    metrics={"accuracy": Accuracy()},
    grad_clip=1.0,
)
data = DataLoader(TensorDataset(x, y), batch_size=8, shuffle=True)
history = trainer.fit(data, data, epochs=3)
losses = [value for values in history.values() for value in values]
