"""What all models have: their networks by name, freezing, and the losses to print."""

from abc import ABC, abstractmethod
from collections import OrderedDict

import torch


class BaseModel(ABC):
    def __init__(self, opt):
        self.opt = opt
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.loss_names = []
        self.optimizers = []

    @abstractmethod
    def set_input(self, input):
        pass

    @abstractmethod
    def forward(self):
        pass

    @abstractmethod
    def optimize_parameters(self):
        pass

    def setup(self):
        self.schedulers = [
            torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 1.0 - epoch / 5)
            for optimizer in self.optimizers
        ]

    def update_learning_rate(self):
        for scheduler in self.schedulers:
            scheduler.step()
        print("learning rate %.7f" % self.optimizers[0].param_groups[0]["lr"])

    def get_current_losses(self):
        losses = OrderedDict()
        for name in self.loss_names:
            losses[name] = float(getattr(self, "loss_" + name))
        return losses

    def set_requires_grad(self, nets, requires_grad=False):
        if not isinstance(nets, list):
            nets = [nets]
        for net in nets:
            if net is not None:
                for param in net.parameters():
                    param.requires_grad = requires_grad
