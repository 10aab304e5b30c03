# packages: thop torchinfo torchsummary ptflops
import numpy as np
import torch
import torch.nn as nn
from thop import profile

torch.manual_seed(0)
model = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, 4)
)
x = torch.from_numpy(np.random.default_rng(0).standard_normal((2, 3, 16, 16)).astype(np.float32))
operations, parameters = profile(model, inputs=(x,), verbose=False)
losses = [float(operations), float(parameters), model(x).square().mean().item()]
