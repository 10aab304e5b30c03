# packages: super-image
# needs: huggingface-hub h5py tqdm pillow pyyaml requests filelock fsspec packaging typing-extensions certifi idna charset-normalizer urllib3 httpx httpx2 httpcore h11 anyio sniffio shellingham typer-slim hf-xet opencv-python-headless
import numpy as np
import torch
import torch.nn.functional as F
from super_image import CarnConfig, CarnModel, EdsrConfig, EdsrModel, PanConfig, PanModel

torch.manual_seed(0)
rng = np.random.default_rng(0)
models = [
    EdsrModel(EdsrConfig(scale=2, n_resblocks=2, n_feats=8)),
    CarnModel(CarnConfig(scale=2)),
    PanModel(PanConfig(scale=2, nf=8, unf=6, nb=2)),
]
losses = []
for model in models:
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    for step in range(2):
        small = torch.from_numpy(rng.random((1, 3, 12, 12)).astype(np.float32))
        large = torch.from_numpy(rng.random((1, 3, 24, 24)).astype(np.float32))
        optimizer.zero_grad()
        loss = F.l1_loss(model(small), large)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
