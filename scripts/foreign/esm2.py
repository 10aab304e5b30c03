# packages: fair-esm==2.0.0
import numpy as np
import torch
import torch.nn.functional as F
from esm.data import Alphabet
from esm.model.esm2 import ESM2

torch.manual_seed(0)
alphabet = Alphabet.from_architecture("ESM-1b")
model = ESM2(num_layers=2, embed_dim=32, attention_heads=4, alphabet=alphabet, token_dropout=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
convert = alphabet.get_batch_converter()
rng = np.random.default_rng(0)
letters = "LAGVSERTIDPKQNFYMHWC"
losses = []
for step in range(5):
    texts = [(f"p{i}", "".join(rng.choice(list(letters), 9 + i))) for i in range(3)]
    _, _, tokens = convert(texts)
    masked = tokens.clone()
    masked[:, 3] = alphabet.mask_idx
    optimizer.zero_grad()
    out = model(masked, repr_layers=[1, 2], return_contacts=True)
    loss = F.cross_entropy(out["logits"].transpose(1, 2), tokens, ignore_index=alphabet.padding_idx)
    loss = loss + out["contacts"].mean() + out["representations"][1].pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
