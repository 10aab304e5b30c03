# packages: captum
# needs: matplotlib tqdm packaging pillow contourpy cycler fonttools kiwisolver pyparsing python-dateutil six
import numpy as np
import torch
import torch.nn as nn
from captum.attr import (
    FeatureAblation, InputXGradient, IntegratedGradients, LayerConductance, NoiseTunnel, Occlusion, Saliency,
)

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 3), nn.Softmax(dim=1))
net.eval()
x = torch.from_numpy(rng.standard_normal((4, 5)).astype(np.float32))
target = torch.tensor([0, 2, 1, 1])
losses = []


def keep(attributions):
    losses.extend(attributions.detach().flatten().tolist())


keep(IntegratedGradients(net).attribute(x, target=target, n_steps=20))
keep(Saliency(net).attribute(x, target=target))
keep(InputXGradient(net).attribute(x, target=1))
keep(FeatureAblation(net).attribute(x, target=target))
keep(Occlusion(net).attribute(x, sliding_window_shapes=(2,), target=target))
keep(LayerConductance(net, net[0]).attribute(x, target=target, n_steps=10))
