# packages: stylegan2-pytorch
# needs: einops vector-quantize-pytorch kornia fire retry tqdm aim torch-einops-utils
import numpy as np
import torch
from stylegan2_pytorch.stylegan2_pytorch import Discriminator, Generator, StyleVectorizer

torch.manual_seed(0)
S = StyleVectorizer(16, 3, lr_mul=0.1)
G = Generator(16, 16, network_capacity=2)
D = Discriminator(16, network_capacity=2)
gen = torch.optim.Adam(list(S.parameters()) + list(G.parameters()), lr=1e-3, betas=(0.5, 0.9))
dis = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.9))
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    z = torch.from_numpy(rng.standard_normal((2, 16)).astype(np.float32))
    noise = torch.from_numpy(rng.uniform(0, 1, (2, 16, 16, 1)).astype(np.float32))
    real = torch.from_numpy(rng.uniform(0, 1, (2, 3, 16, 16)).astype(np.float32))
    w = S(z)[:, None].expand(-1, G.num_layers, -1)
    fake = G(w, noise)
    dis.zero_grad()
    a, _ = D(fake.detach())
    b, _ = D(real)
    d_loss = (torch.relu(1 + b) + torch.relu(1 - a)).mean()
    d_loss.backward()
    dis.step()
    gen.zero_grad()
    w = S(z)[:, None].expand(-1, G.num_layers, -1)
    c, _ = D(G(w, noise))
    g_loss = c.mean()
    g_loss.backward()
    gen.step()
    losses += [d_loss.item(), g_loss.item()]
