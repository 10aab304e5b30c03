# packages: pytorch-pretrained-bert
# needs: boto3 botocore requests tqdm regex urllib3 idna certifi charset-normalizer jmespath s3transfer python-dateutil six
import numpy as np
import torch
from pytorch_pretrained_bert.modeling import BertConfig, BertForPreTraining
from pytorch_pretrained_bert.optimization import BertAdam

torch.manual_seed(0)
rng = np.random.default_rng(0)
config = BertConfig(60, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, max_position_embeddings=32)
model = BertForPreTraining(config)
optimizer = BertAdam(model.parameters(), lr=1e-2, warmup=0.1, t_total=10)
losses = []
for step in range(3):
    tokens = torch.from_numpy(rng.integers(0, 60, (2, 12)))
    labels = torch.where(torch.from_numpy(rng.random((2, 12)) < 0.3), tokens, torch.tensor(-1))
    following = torch.from_numpy(rng.integers(0, 2, 2))
    mask = torch.from_numpy((np.arange(12) < 10)[None].repeat(2, 0).astype(np.int64))
    loss = model(tokens, None, mask, labels, following)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    losses.append(loss.item())
