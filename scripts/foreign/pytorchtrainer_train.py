# packages: pytorchtrainer
import numpy as np
import torch
from pytorchtrainer import create_default_trainer
from pytorchtrainer.callback import Callback
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rng = np.random.default_rng(0)
x = torch.from_numpy(rng.standard_normal((32, 6)).astype(np.float32))
y = torch.from_numpy(rng.integers(0, 3, 32))
network = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1, momentum=0.9)
trainer = create_default_trainer(network, optimizer, nn.CrossEntropyLoss(), verbose=0)
losses = []


class Note(Callback):
    def __call__(self, trainer):
        losses.append(trainer.state.last_train_loss)


trainer.register_post_iteration_callback(Note())
trainer.train(DataLoader(TensorDataset(x, y), batch_size=8, shuffle=True), max_epochs=2)
