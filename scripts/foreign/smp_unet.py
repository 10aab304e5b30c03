# packages: segmentation-models-pytorch timm
# needs: huggingface_hub safetensors pyyaml tqdm packaging httpx httpcore httpcore2 anyio sniffio h11 certifi idna httpx2 click typer shellingham hf-xet fsspec filelock truststore
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import segmentation_models_pytorch as smp

torch.manual_seed(0)
model = smp.Unet(
    "resnet18",
    encoder_depth=3,
    encoder_weights=None,
    decoder_channels=(16, 8, 8),
    in_channels=3,
    classes=1,
)
dice = smp.losses.DiceLoss("binary")
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 2, (2, 1, 32, 32)).astype(np.float32))
    optimizer.zero_grad()
    loss = dice(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
