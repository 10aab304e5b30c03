# packages: torchensemble
# needs: scikit-learn joblib threadpoolctl scipy narwhals cloudpickle
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset
from torchensemble import FusionClassifier

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, x):
        return self.layers(x)


x = torch.from_numpy(rng.standard_normal((12, 6)).astype(np.float32))
y = torch.from_numpy(rng.integers(0, 3, 12))
loader = DataLoader(TensorDataset(x, y), batch_size=4, shuffle=False)
model = FusionClassifier(estimator=Net, n_estimators=2, cuda=False)
model.set_criterion(nn.CrossEntropyLoss())
model.set_optimizer("Adam", lr=1e-2)
model.fit(loader, epochs=2, save_model=False)
losses = [float(model.evaluate(loader)), *model.predict(x).flatten().tolist()]
