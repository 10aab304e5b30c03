# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import Qwen2Config, Qwen2ForCausalLM, Qwen3Config, Qwen3ForCausalLM

torch.manual_seed(0)
sizes = dict(
    vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=64, attn_implementation="eager", use_cache=False,
)
models = [Qwen2ForCausalLM(Qwen2Config(**sizes)), Qwen3ForCausalLM(Qwen3Config(head_dim=8, **sizes))]
model = torch.nn.ModuleList(models)
rng = np.random.default_rng(0)
losses = []
for each in models:
    each.train()
    optimizer = torch.optim.AdamW(each.parameters(), lr=1e-3, weight_decay=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
    for step in range(4):
        ids = torch.from_numpy(rng.integers(0, 64, (2, 16)))
        mask = torch.ones_like(ids)
        mask[1, :5] = 0
        labels = ids.masked_fill(mask == 0, -100)
        optimizer.zero_grad()
        loss = each(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(each.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
