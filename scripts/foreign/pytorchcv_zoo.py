# packages: pytorchcv
# needs: requests urllib3 idna certifi charset-normalizer
import numpy as np
import torch
import torch.nn.functional as F
from pytorchcv.models.resnet import ResNet
from pytorchcv.models.shufflenetv2 import ShuffleNetV2

torch.manual_seed(0)
nets = [
    ResNet([[8], [16], [16], [32]], 8, bottleneck=False, conv1_stride=True, num_classes=4),
    ShuffleNetV2([[16, 16], [32], [32]], 8, 32, num_classes=4),
]
rng = np.random.default_rng(0)
losses = []
for net in nets:
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4)
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((2, 3, 224, 224)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 4, (2,)))
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
