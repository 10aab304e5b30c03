# packages: open_clip_torch timm
# needs: ftfy wcwidth huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from open_clip import CLIP, ClipLoss

torch.manual_seed(0)
model = CLIP(
    embed_dim=16,
    vision_cfg={"image_size": 32, "layers": 2, "width": 64, "patch_size": 8, "head_width": 16},
    text_cfg={"context_length": 12, "vocab_size": 50, "width": 32, "heads": 4, "layers": 2},
)
criterion = ClipLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    images = torch.from_numpy(rng.standard_normal((4, 3, 32, 32)).astype(np.float32))
    texts = torch.from_numpy(rng.integers(0, 50, (4, 12)))
    optimizer.zero_grad()
    loss = criterion(*model(images, texts))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
