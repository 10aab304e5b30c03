# packages: monai
import numpy as np
import torch
from monai.losses import DiceCELoss, FocalLoss, TverskyLoss
from monai.networks.nets import AttentionUnet, SegResNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []
for net, loss_function in (
    (SegResNet(spatial_dims=3, init_filters=8, in_channels=1, out_channels=2, blocks_down=(1, 1), blocks_up=(1,)), DiceCELoss(to_onehot_y=True, softmax=True)),
    (AttentionUnet(spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2)), TverskyLoss(to_onehot_y=True, softmax=True)),
    (AttentionUnet(spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8), strides=(2,)), FocalLoss(to_onehot_y=True)),
):
    dims = 3 if isinstance(net, SegResNet) else 2
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    for step in range(3):
        image = torch.from_numpy(rng.standard_normal((2, 1) + (8,) * dims).astype(np.float32))
        label = torch.from_numpy(rng.integers(0, 2, (2, 1) + (8,) * dims))
        optimizer.zero_grad()
        loss = loss_function(net(image), label)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
