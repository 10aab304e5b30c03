# packages: dynamic-network-architectures
# needs: einops timm
import numpy as np
import torch
import torch.nn.functional as F
from dynamic_network_architectures.architectures.unet import PlainConvUNet, ResidualEncoderUNet
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []
for kind in (PlainConvUNet, ResidualEncoderUNet):
    blocks = "n_conv_per_stage" if kind is PlainConvUNet else "n_blocks_per_stage"
    net = kind(
        1, 3, (4, 8, 12), nn.Conv2d, 3, (1, 2, 2), **{blocks: (1, 1, 1)}, num_classes=2,
        n_conv_per_stage_decoder=(1, 1), conv_bias=True, norm_op=nn.InstanceNorm2d,
        norm_op_kwargs={"eps": 1e-5, "affine": True}, nonlin=nn.LeakyReLU, nonlin_kwargs={"inplace": True},
        deep_supervision=True,
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.99, nesterov=True)
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((2, 1, 16, 16)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 2, (2, 16, 16)))
        optimizer.zero_grad()
        loss = sum(
            F.cross_entropy(out, y[:, :: 2**i, :: 2**i]) / 2**i for i, out in enumerate(net(x))
        )
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 12)
        optimizer.step()
        losses.append(loss.item())
