"""Mean teacher / BYOL-like: EMA of weights by zip(parameters)."""
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np

class MLPHead(nn.Module):
    def __init__(self, in_channels, mlp_hidden_size, projection_size):
        super(MLPHead, self).__init__()
        self.net = nn.Sequential(
            nn.Linear(in_channels, mlp_hidden_size),
            nn.BatchNorm1d(mlp_hidden_size),
            nn.ReLU(inplace=True),
            nn.Linear(mlp_hidden_size, projection_size))
    def forward(self, x):
        return self.net(x)

class BYOLTrainer:
    def __init__(self, online_network, target_network, predictor, optimizer, m):
        self.online_network = online_network
        self.target_network = target_network
        self.optimizer = optimizer
        self.predictor = predictor
        self.m = m

    @torch.no_grad()
    def _update_target_network_parameters(self):
        for param_q, param_k in zip(self.online_network.parameters(), self.target_network.parameters()):
            param_k.data = param_k.data * self.m + param_q.data * (1. - self.m)

    @staticmethod
    def regression_loss(x, y):
        x = F.normalize(x, dim=1)
        y = F.normalize(y, dim=1)
        return 2 - 2 * (x * y).sum(dim=-1)

    def initializes_target_network(self):
        for param_q, param_k in zip(self.online_network.parameters(), self.target_network.parameters()):
            param_k.data.copy_(param_q.data)
            param_k.requires_grad = False

    def train(self, loader):
        niter = 0
        self.initializes_target_network()
        for epoch_counter in range(3):
            for (batch_view_1, batch_view_2), _ in loader:
                loss = self.update(batch_view_1, batch_view_2)
                history.append(loss.item())
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                self._update_target_network_parameters()
                niter += 1

    def update(self, batch_view_1, batch_view_2):
        predictions_from_view_1 = self.predictor(self.online_network(batch_view_1))
        predictions_from_view_2 = self.predictor(self.online_network(batch_view_2))
        with torch.no_grad():
            targets_to_view_2 = self.target_network(batch_view_1)
            targets_to_view_1 = self.target_network(batch_view_2)
        loss = self.regression_loss(predictions_from_view_1, targets_to_view_1)
        loss += self.regression_loss(predictions_from_view_2, targets_to_view_2)
        return loss.mean()

history = []
r = np.random.RandomState(11)
loader = [((torch.from_numpy(r.randn(6, 5)).float(), torch.from_numpy(r.randn(6, 5)).float()), 0) for _ in range(7)]
online = MLPHead(5, 8, 4)
target = copy.deepcopy(online)
predictor = MLPHead(4, 8, 4)
optimizer = torch.optim.SGD(list(online.parameters()) + list(predictor.parameters()), lr=0.03, momentum=0.9, weight_decay=4e-4)
BYOLTrainer(online, target, predictor, optimizer, 0.99).train(loader)
losses = history
