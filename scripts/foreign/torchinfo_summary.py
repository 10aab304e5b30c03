# packages: torchinfo
import numpy as np
import torch
import torch.nn as nn
from torchinfo import summary

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2))
        self.recurrent = nn.LSTM(8, 6, batch_first=True)
        self.head = nn.Linear(6, 4)

    def forward(self, x):
        x = self.body(x).flatten(2).transpose(1, 2)
        return self.head(self.recurrent(x)[0][:, -1])


model = Net()
told = summary(model, input_size=(2, 3, 8, 8), verbose=0, depth=3)
losses = [float(told.total_params), float(told.trainable_params), float(told.total_mult_adds), float(told.total_output_bytes), float(len(told.summary_list))]
