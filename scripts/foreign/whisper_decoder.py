# packages: openai-whisper
# needs: numba llvmlite tiktoken tqdm more-itertools regex requests
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from whisper.model import ModelDimensions, Whisper

torch.manual_seed(0)
rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


dims = ModelDimensions(n_mels=8, n_audio_ctx=10, n_audio_state=16, n_audio_head=2, n_audio_layer=2, n_vocab=30, n_text_ctx=12, n_text_state=16, n_text_head=2, n_text_layer=2)
model = Whisper(dims)
nn.init.normal_(model.decoder.positional_embedding)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
losses = []
for step in range(4):
    tokens = torch.from_numpy(rng.integers(0, 30, (2, 9)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(draw(2, 8, 20), tokens[:, :-1]).transpose(1, 2), tokens[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
