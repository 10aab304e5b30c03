# packages: skorch
# needs: scikit-learn joblib threadpoolctl scipy tqdm tabulate narwhals cloudpickle
import numpy as np
import torch
from skorch import NeuralNetClassifier
from torch import nn

torch.manual_seed(0)


class Network(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.hidden = nn.Linear(6, hidden)
        self.dropout = nn.Dropout(0.5)
        self.output = nn.Linear(hidden, 3)

    def forward(self, x):
        return torch.softmax(self.output(self.dropout(torch.relu(self.hidden(x)))), dim=-1)


rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
y = rng.integers(0, 3, 32)
net = NeuralNetClassifier(
    Network,
    max_epochs=4,
    lr=0.1,
    batch_size=8,
    optimizer__momentum=0.9,
    iterator_train__shuffle=True,
    train_split=None,
    verbose=0,
)
net.fit(x, y)
losses = net.history[:, "train_loss"] + list(net.predict_proba(x[:4]).reshape(-1))
