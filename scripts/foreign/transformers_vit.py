# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import SwinConfig, SwinForImageClassification, ViTConfig, ViTForImageClassification

torch.manual_seed(0)
vit = ViTForImageClassification(
    ViTConfig(
        image_size=32, patch_size=8, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, num_labels=5, attn_implementation="eager",
    )
)
swin = SwinForImageClassification(
    SwinConfig(
        image_size=32, patch_size=2, embed_dim=12, depths=[2, 2], num_heads=[2, 4], window_size=4,
        num_labels=5, drop_path_rate=0.0,
    )
)
models = [vit, swin]
model = torch.nn.ModuleList(models)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    images = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
    labels = torch.from_numpy(rng.integers(0, 5, (2,)))
    optimizer.zero_grad()
    outputs = [each(pixel_values=images, labels=labels) for each in models]
    loss = sum(output.loss for output in outputs)
    loss.backward()
    optimizer.step()
    losses += [loss.item(), *(output.logits.abs().mean().item() for output in outputs)]
