# packages: diffusers
# needs: importlib_metadata zipp huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
import torch.nn.functional as F
from diffusers import AutoencoderKL, DDIMScheduler, DiTTransformer2DModel, FlowMatchEulerDiscreteScheduler

torch.manual_seed(0)
vae = AutoencoderKL(
    in_channels=3, out_channels=3, down_block_types=("DownEncoderBlock2D",) * 2,
    up_block_types=("UpDecoderBlock2D",) * 2, block_out_channels=(8, 16), latent_channels=4, norm_num_groups=4,
    sample_size=16,
)
dit = DiTTransformer2DModel(
    num_attention_heads=2, attention_head_dim=8, in_channels=4, out_channels=4, num_layers=2, sample_size=8,
    patch_size=2, num_embeds_ada_norm=10, norm_num_groups=4,
)
model = torch.nn.ModuleList([vae, dit])
noises = DDIMScheduler(num_train_timesteps=50)
flow = FlowMatchEulerDiscreteScheduler(num_train_timesteps=50)
optimizer = torch.optim.AdamW([*vae.parameters(), *dit.parameters()], lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    images = torch.from_numpy(rng.standard_normal((2, 3, 16, 16)).astype(np.float32))
    noise = torch.from_numpy(rng.standard_normal((2, 4, 8, 8)).astype(np.float32))
    times = torch.from_numpy(rng.integers(0, 50, (2,)))
    classes = torch.from_numpy(rng.integers(0, 10, (2,)))
    posterior = vae.encode(images).latent_dist
    latents = posterior.mode()
    rebuilt = vae.decode(latents).sample
    loss = F.mse_loss(rebuilt, images) + 1e-3 * posterior.kl().mean()
    noisy = noises.add_noise(latents.detach(), noise, times)
    loss = loss + F.mse_loss(dit(noisy, timestep=times, class_labels=classes).sample, noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
dit.eval()
with torch.no_grad():
    noises.set_timesteps(5)
    sample = torch.from_numpy(rng.standard_normal((1, 4, 8, 8)).astype(np.float32))
    label = torch.tensor([3])
    for time in noises.timesteps:
        predicted = dit(sample, timestep=time.reshape(1), class_labels=label).sample
        sample = noises.step(predicted, time, sample).prev_sample
    losses.append(sample.abs().mean().item())
    flow.set_timesteps(4)
    for time in flow.timesteps:
        predicted = dit(sample, timestep=time.reshape(1).long(), class_labels=label).sample
        sample = flow.step(predicted, time, sample).prev_sample
    losses.append(sample.abs().mean().item())
