"""A temporal convolutional network with weight normalisation learns to add two marked numbers."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.nn.utils import weight_norm


class Chomp(nn.Module):
    """Cuts off what the padding put behind the end, so that nothing looks ahead."""

    def __init__(self, size):
        super(Chomp, self).__init__()
        self.size = size

    def forward(self, x):
        return x[:, :, : -self.size].contiguous()


class Block(nn.Module):
    def __init__(self, n_in, n_out, kernel_size, dilation, dropout=0.2):
        super(Block, self).__init__()
        padding = (kernel_size - 1) * dilation
        self.conv1 = weight_norm(
            nn.Conv1d(n_in, n_out, kernel_size, padding=padding, dilation=dilation)
        )
        self.conv2 = weight_norm(
            nn.Conv1d(n_out, n_out, kernel_size, padding=padding, dilation=dilation)
        )
        layers = []
        for conv in (self.conv1, self.conv2):
            layers += [conv, Chomp(padding), nn.ReLU(), nn.Dropout(dropout)]
        self.net = nn.Sequential(*layers)
        self.downsample = nn.Conv1d(n_in, n_out, 1) if n_in != n_out else None
        self.relu = nn.ReLU()
        self.init_weights()

    def init_weights(self):
        self.conv1.weight.data.normal_(0, 0.01)
        self.conv2.weight.data.normal_(0, 0.01)
        if self.downsample is not None:
            self.downsample.weight.data.normal_(0, 0.01)

    def forward(self, x):
        out = self.net(x)
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


class TCN(nn.Module):
    def __init__(self, n_inputs, n_outputs, channels, kernel_size, dropout):
        super(TCN, self).__init__()
        sizes = [n_inputs] + channels
        blocks = [
            Block(sizes[i], sizes[i + 1], kernel_size, dilation=2**i, dropout=dropout)
            for i in range(len(channels))
        ]
        self.tcn = nn.Sequential(*blocks)
        self.linear = nn.Linear(channels[-1], n_outputs)
        self.linear.weight.data.normal_(0, 0.01)

    def forward(self, x):
        return self.linear(self.tcn(x)[:, :, -1])


def make_data(count, length):
    rng = np.random.default_rng(53)
    numbers = rng.random((count, 1, length))
    marks = np.zeros((count, 1, length))
    sums = np.zeros((count, 1))
    for i in range(count):
        first, second = rng.choice(length, size=2, replace=False)
        marks[i, 0, [first, second]] = 1
        sums[i, 0] = numbers[i, 0, first] + numbers[i, 0, second]
    return torch.FloatTensor(np.concatenate((numbers, marks), axis=1)), torch.FloatTensor(sums)


X_train, Y_train = make_data(80, 12)
model = TCN(2, 1, [4, 6], kernel_size=3, dropout=0.0)
optimizer = optim.Adam(model.parameters(), lr=4e-3)
losses = []


def train(epoch, batch_size=8):
    model.train()
    total_loss = 0
    for i in range(0, X_train.size(0), batch_size):
        x, y = X_train[i : (i + batch_size)], Y_train[i : (i + batch_size)]
        optimizer.zero_grad()
        output = model(x)
        loss = F.mse_loss(output, y)
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
        losses.append(loss.item())


for epoch in range(1, 3):
    train(epoch)
