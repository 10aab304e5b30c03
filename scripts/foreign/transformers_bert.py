# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForSequenceClassification,
    RobertaConfig,
    RobertaForTokenClassification,
)

torch.manual_seed(0)
sizes = dict(
    vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
    max_position_embeddings=64, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
    attn_implementation="eager",
)
lm = BertForMaskedLM(BertConfig(**sizes))
classifier = BertForSequenceClassification(BertConfig(num_labels=3, **sizes))
tagger = RobertaForTokenClassification(RobertaConfig(num_labels=5, **sizes))
model = torch.nn.ModuleList([lm, classifier, tagger])
rng = np.random.default_rng(0)
losses = []
for each, shape, count in ((lm, (4, 12), 64), (classifier, (4,), 3), (tagger, (4, 12), 5)):
    groups = [
        {"params": [p for n, p in each.named_parameters() if "bias" not in n], "weight_decay": 0.01},
        {"params": [p for n, p in each.named_parameters() if "bias" in n], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=1e-3)
    each.train()
    for step in range(4):
        ids = torch.from_numpy(rng.integers(2, 64, (4, 12)))
        mask = torch.from_numpy((np.arange(12) < rng.integers(6, 13, (4, 1))).astype(np.int64))
        labels = torch.from_numpy(rng.integers(0, count, shape))
        output = each(input_ids=ids, attention_mask=mask, labels=labels)
        optimizer.zero_grad()
        output.loss.backward()
        optimizer.step()
        losses += [output.loss.item(), output.logits.argmax(-1).float().mean().item()]
