# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import (
    ConvNextConfig, ConvNextForImageClassification, Dinov2Config, Dinov2ForImageClassification, SegformerConfig,
    SegformerForSemanticSegmentation, SwinConfig, SwinForImageClassification, ViTMAEConfig, ViTMAEForPreTraining,
)

torch.manual_seed(0)
rng = np.random.default_rng(0)
small = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, image_size=32, patch_size=8)
models = [
    ConvNextForImageClassification(ConvNextConfig(hidden_sizes=[8, 16, 24, 32], depths=[1, 1, 1, 1], num_labels=3)),
    Dinov2ForImageClassification(Dinov2Config(num_labels=3, mlp_ratio=2, attn_implementation="eager", **small)),
    SwinForImageClassification(SwinConfig(image_size=32, patch_size=2, embed_dim=8, depths=[2, 2], num_heads=[2, 2], window_size=4, drop_path_rate=0.0, num_labels=3)),
    SegformerForSemanticSegmentation(
        SegformerConfig(depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 24, 32], num_attention_heads=[1, 2, 2, 4], decoder_hidden_size=16, num_labels=3,
                        drop_path_rate=0.0, classifier_dropout_prob=0.0, hidden_dropout_prob=0.0)
    ),
]
autoencoder = ViTMAEForPreTraining(
    ViTMAEConfig(decoder_hidden_size=16, decoder_intermediate_size=32, decoder_num_hidden_layers=1, decoder_num_attention_heads=2, attn_implementation="eager", **small)
)
losses = []
for model in models:
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
    model.train()
    for step in range(3):
        images = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
        shape = (2, 32, 32) if isinstance(model, SegformerForSemanticSegmentation) else (2,)
        labels = torch.from_numpy(rng.integers(0, 3, shape))
        optimizer.zero_grad()
        loss = model(pixel_values=images, labels=labels).loss
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
optimizer = torch.optim.AdamW(autoencoder.parameters(), lr=1e-3)
for step in range(3):
    images = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
    noise = torch.from_numpy(rng.random((2, 16)).astype(np.float32))
    optimizer.zero_grad()
    loss = autoencoder(pixel_values=images, noise=noise).loss
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
