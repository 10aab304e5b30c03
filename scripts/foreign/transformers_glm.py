# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import Glm4Config, Glm4ForCausalLM, GlmConfig, GlmForCausalLM

torch.manual_seed(0)
sizes = dict(
    vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, head_dim=8, max_position_embeddings=64, pad_token_id=0, eos_token_id=[1],
    attn_implementation="eager", use_cache=False,
)
models = [GlmForCausalLM(GlmConfig(**sizes)), Glm4ForCausalLM(Glm4Config(**sizes))]
model = torch.nn.ModuleList(models)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(2, 64, (2, 16)))
    optimizer.zero_grad()
    loss = sum(each(input_ids=ids, labels=ids).loss for each in models)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
