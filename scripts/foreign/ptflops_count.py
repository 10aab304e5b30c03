# packages: ptflops
import numpy as np
import torch
import torch.nn as nn
from ptflops import get_model_complexity_info

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 64, 4))
count, parameters = get_model_complexity_info(model, (3, 8, 8), as_strings=False, print_per_layer_stat=False, backend="pytorch")
losses = [float(count), float(parameters)]
