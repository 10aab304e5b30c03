# packages: pretrainedmodels
# needs: munch tqdm
import numpy as np
import torch
import torch.nn.functional as F
from pretrainedmodels.models.senet import SENet, SEResNeXtBottleneck

torch.manual_seed(0)
net = SENet(
    SEResNeXtBottleneck, [1, 1, 1, 1], groups=32, reduction=16, dropout_p=None, inplanes=64,
    input_3x3=False, downsample_kernel_size=1, downsample_padding=0, num_classes=4,
)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((2, 3, 224, 224)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
