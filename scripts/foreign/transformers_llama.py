# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
config = LlamaConfig(
    vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2,
    num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=64,
    attn_implementation="eager", use_cache=False,
)
model = LlamaForCausalLM(config)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(0, 64, (2, 16)))
    optimizer.zero_grad()
    loss = model(input_ids=ids, labels=ids).loss
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
