# sources: openai-whisper
# needs: numba tqdm tiktoken more-itertools regex requests
import numpy as np
import torch
import torch.nn.functional as F
from whisper.model import ModelDimensions, Whisper

torch.manual_seed(0)
dims = ModelDimensions(
    n_mels=8, n_audio_ctx=16, n_audio_state=32, n_audio_head=4, n_audio_layer=2, n_vocab=60,
    n_text_ctx=12, n_text_state=32, n_text_head=4, n_text_layer=2,
)
model = Whisper(dims)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    mel = torch.from_numpy(rng.standard_normal((2, 8, 32)).astype(np.float32))
    tokens = torch.from_numpy(rng.integers(0, 60, (2, 9)))
    optimizer.zero_grad()
    logits = model(mel, tokens[:, :-1])
    loss = F.cross_entropy(logits.transpose(1, 2), tokens[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
