# packages: peft transformers accelerate
# needs: psutil huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
base = LlamaForCausalLM(
    LlamaConfig(
        vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=64, attn_implementation="eager", use_cache=False,
    )
)
model = get_peft_model(
    base, LoraConfig(r=4, lora_alpha=8, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
)
trainable = [p for p in model.parameters() if p.requires_grad]
losses = [float(len(trainable)), float(sum(p.numel() for p in trainable))]
optimizer = torch.optim.AdamW(trainable, lr=1e-2)
rng = np.random.default_rng(0)
model.train()
for step in range(4):
    ids = torch.from_numpy(rng.integers(0, 64, (2, 16)))
    optimizer.zero_grad()
    loss = model(input_ids=ids, labels=ids).loss
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
