# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import BartConfig, BartForConditionalGeneration, T5Config, T5ForConditionalGeneration

torch.manual_seed(0)
t5 = T5ForConditionalGeneration(
    T5Config(
        vocab_size=64, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, dropout_rate=0.0,
        feed_forward_proj="gated-gelu", decoder_start_token_id=0, use_cache=False,
    )
)
bart = BartForConditionalGeneration(
    BartConfig(
        vocab_size=64, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=32,
        dropout=0.0, attn_implementation="eager", use_cache=False,
    )
)
models = [t5, bart]
model = torch.nn.ModuleList(models)
rng = np.random.default_rng(0)
losses = []
for each in models:
    optimizer = torch.optim.SGD(each.parameters(), lr=1e-2, momentum=0.9)
    for step in range(3):
        ids = torch.from_numpy(rng.integers(3, 64, (2, 12)))
        mask = torch.ones(2, 12, dtype=torch.long)
        mask[0, 9:] = 0
        labels = torch.from_numpy(rng.integers(3, 64, (2, 8)))
        labels[1, 6:] = -100
        optimizer.zero_grad()
        loss = each(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
