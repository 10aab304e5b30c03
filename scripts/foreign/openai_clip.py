# sources: openai-clip
# needs: ftfy regex tqdm wcwidth packaging setuptools<80
import numpy as np
import torch
import torch.nn.functional as F
from clip.model import CLIP

torch.manual_seed(0)
model = CLIP(
    embed_dim=16, image_resolution=32, vision_layers=2, vision_width=64, vision_patch_size=8,
    context_length=12, vocab_size=50, transformer_width=32, transformer_heads=4, transformer_layers=2,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    images = torch.from_numpy(rng.standard_normal((4, 3, 32, 32)).astype(np.float32))
    texts = torch.from_numpy(rng.integers(0, 50, (4, 12)))
    optimizer.zero_grad()
    by_image, by_text = model(images, texts)
    labels = torch.arange(4)
    loss = (F.cross_entropy(by_image, labels) + F.cross_entropy(by_text, labels)) / 2
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
