# packages: monai
# needs: packaging
import numpy as np
import torch
from monai.losses import DiceCELoss, FocalLoss, TverskyLoss, SSIMLoss
from monai.networks.nets import UNet, DenseNet121, SegResNet
from monai.networks.utils import one_hot

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = UNet(spatial_dims=2, in_channels=1, out_channels=3, channels=(4, 8, 16), strides=(2, 2), num_res_units=1)
other = SegResNet(spatial_dims=2, in_channels=1, out_channels=3, init_filters=8, blocks_down=(1, 1), blocks_up=(1,))
criteria = [DiceCELoss(to_onehot_y=True, softmax=True), FocalLoss(to_onehot_y=True), TverskyLoss(to_onehot_y=True, softmax=True)]
# Not Adam: the biases before the norms have no gradient but rounding, which Adam would make steps of.
optimizer = torch.optim.SGD([*model.parameters(), *other.parameters()], lr=1e-2, momentum=0.9)
losses = []
for step in range(3):
    image = torch.from_numpy(rng.standard_normal((2, 1, 32, 32)).astype(np.float32))
    label = torch.from_numpy(rng.integers(0, 3, (2, 1, 32, 32)))
    optimizer.zero_grad()
    loss = sum(criterion(model(image) + other(image), label) for criterion in criteria)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
