# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import CLIPConfig, CLIPModel

torch.manual_seed(0)
text = dict(
    vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
    max_position_embeddings=16, eos_token_id=63, bos_token_id=62, pad_token_id=1,
)
vision = dict(
    hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, image_size=32, patch_size=8,
)
model = CLIPModel(CLIPConfig(text_config=text, vision_config=vision, projection_dim=16, attn_implementation="eager"))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(2, 62, (3, 12)))
    ids[:, -1] = 63
    images = torch.from_numpy(rng.standard_normal((3, 3, 32, 32)).astype(np.float32))
    optimizer.zero_grad()
    output = model(input_ids=ids, pixel_values=images, return_loss=True)
    output.loss.backward()
    optimizer.step()
    losses += [output.loss.item(), output.logits_per_image.mean().item()]
