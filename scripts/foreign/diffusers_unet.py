# packages: diffusers
# needs: importlib_metadata zipp huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
import torch.nn.functional as F
from diffusers import DDPMScheduler, UNet2DModel

torch.manual_seed(0)
model = UNet2DModel(
    sample_size=16, in_channels=1, out_channels=1, layers_per_block=1, block_out_channels=(8, 16),
    down_block_types=("DownBlock2D", "AttnDownBlock2D"), up_block_types=("AttnUpBlock2D", "UpBlock2D"),
    norm_num_groups=4, attention_head_dim=4,
)
scheduler = DDPMScheduler(num_train_timesteps=100)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    clean = torch.from_numpy(rng.standard_normal((2, 1, 16, 16)).astype(np.float32))
    noise = torch.from_numpy(rng.standard_normal((2, 1, 16, 16)).astype(np.float32))
    times = torch.from_numpy(rng.integers(0, 100, (2,)))
    optimizer.zero_grad()
    loss = F.mse_loss(model(scheduler.add_noise(clean, noise, times), times).sample, noise)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
