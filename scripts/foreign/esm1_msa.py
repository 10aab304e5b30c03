# packages: fair-esm==2.0.0
from argparse import Namespace
import numpy as np
import torch
import torch.nn.functional as F
from esm.data import Alphabet
from esm.model.esm1 import ProteinBertModel
from esm.model.msa_transformer import MSATransformer

torch.manual_seed(0)
alphabet = Alphabet.from_architecture("roberta_large")
args = Namespace(arch="roberta_large", layers=2, embed_dim=32, ffn_embed_dim=64, attention_heads=4, max_positions=64,
    token_dropout=True, final_bias=True, emb_layer_norm_before=True, dropout=0.0, attention_dropout=0.0, activation_dropout=0.0)
model = ProteinBertModel(args, alphabet)
msa_alphabet = Alphabet.from_architecture("msa_transformer")
msa_args = Namespace(arch="msa_transformer", layers=2, embed_dim=32, ffn_embed_dim=64, attention_heads=4, max_positions=64,
    max_tokens=2**14, embed_positions_msa=True, dropout=0.0, attention_dropout=0.0, activation_dropout=0.0, logit_bias=True,
    max_tokens_per_msa=2**14, embed_positions_msa_dim=32)
msa = MSATransformer(msa_args, msa_alphabet)
optimizer = torch.optim.SGD([*model.parameters(), *msa.parameters()], lr=0.02, momentum=0.9)
convert = alphabet.get_batch_converter()
msa_convert = msa_alphabet.get_batch_converter()
rng = np.random.default_rng(0)
letters = list("LAGVSERTIDPKQNFYMHWC")
losses = []
for step in range(5):
    texts = [(f"p{i}", "".join(rng.choice(letters, 9 + i))) for i in range(3)]
    _, _, tokens = convert(texts)
    aligned = [[(f"p{i}", "".join(rng.choice(letters, 8))) for i in range(4)] for _ in range(2)]
    _, _, msa_tokens = msa_convert(aligned)
    optimizer.zero_grad()
    out = model(tokens, repr_layers=[2])
    loss = F.cross_entropy(out["logits"].transpose(1, 2), tokens, ignore_index=alphabet.padding_idx)
    seen = msa(msa_tokens, repr_layers=[2], return_contacts=True)
    loss = loss + F.cross_entropy(seen["logits"].permute(0, 3, 1, 2), msa_tokens) + seen["contacts"].mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
