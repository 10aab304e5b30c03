"""Attacks on the word embeddings: one step along the gradient, or several that stay near."""

import torch


class OneStep:
    def __init__(self, net, where="word_embeddings"):
        self.net = net
        self.where = where
        self.before = {}

    def move(self, size=1.0):
        for name, weight in self.net.named_parameters():
            if not weight.requires_grad or self.where not in name:
                continue
            self.before[name] = weight.data.clone()
            length = torch.norm(weight.grad)
            if length > 0:
                weight.data.add_(weight.grad / length, alpha=size)

    def undo(self):
        for name, weight in self.net.named_parameters():
            if name in self.before:
                weight.data = self.before[name]
        self.before = {}


class SeveralSteps:
    def __init__(self, net, where="word_embeddings", radius=0.8, size=0.3):
        self.net, self.where = net, where
        self.radius, self.size = radius, size
        self.before, self.gradients = {}, {}

    def move(self, is_first=False):
        for name, weight in self.net.named_parameters():
            if weight.requires_grad and self.where in name:
                if is_first:
                    self.before[name] = weight.data.clone()
                length = torch.norm(weight.grad)
                if length > 0:
                    weight.data.add_(self.size * weight.grad / length)
                    weight.data = self.near(name, weight.data)

    def near(self, name, moved):
        away = moved - self.before[name]
        far = torch.norm(away)
        return self.before[name] + (away * self.radius / far if far > self.radius else away)

    def undo(self):
        for name, weight in self.net.named_parameters():
            if name in self.before:
                weight.data = self.before[name]
        self.before = {}

    def keep_gradients(self):
        for name, weight in self.net.named_parameters():
            if weight.requires_grad and weight.grad is not None:
                self.gradients[name] = weight.grad.clone()

    def give_gradients_back(self):
        for name, weight in self.net.named_parameters():
            if weight.requires_grad and weight.grad is not None:
                weight.grad = self.gradients[name]
