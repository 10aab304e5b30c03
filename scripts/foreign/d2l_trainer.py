# packages: d2l
# needs: matplotlib matplotlib-inline ipython pandas==2.2.3 pillow requests scipy gym traitlets python-dateutil six pytz tzdata packaging contourpy cycler fonttools kiwisolver pyparsing certifi idna charset-normalizer urllib3
import numpy as np
import torch
from d2l import torch as d2l
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Data(d2l.DataModule):
    def __init__(self, X, y, batch_size):
        super().__init__()
        self.save_hyperparameters()
        self.X, self.y = X, y

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), False)


class Regression(d2l.LinearRegression):
    def __init__(self, lr):
        d2l.Module.__init__(self)
        self.save_hyperparameters()
        self.board.display = False
        self.net = nn.Linear(2, 1)


class Watched(d2l.Trainer):
    def fit_epoch(self):
        super().fit_epoch()
        losses.append(float(self.model.net.weight.abs().sum()))
        losses.append(float(self.model.net.bias.sum()))


losses = []
X = torch.from_numpy(rng.standard_normal((32, 2)).astype(np.float32))
y = X @ torch.tensor([[2.0], [-3.4]]) + 4.2
Watched(max_epochs=3, gradient_clip_val=1).fit(Regression(lr=0.03), Data(X, y, 8))
