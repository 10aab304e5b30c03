# packages: slot-attention ema-pytorch vector-quantize-pytorch torch-einops-utils
# needs: einops einx sympy mpmath frozendict loguru
import copy
import numpy as np
import torch
from slot_attention import SlotAttention
from ema_pytorch import EMA

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU(), torch.nn.Linear(8, 8))
ema = EMA(net, beta=0.9, update_after_step=1, update_every=1)
slots = SlotAttention(num_slots=3, dim=8, iters=2)
with torch.no_grad():
    slots.slots_logsigma.fill_(-30.0)
optimizer = torch.optim.SGD([*net.parameters(), *slots.parameters()], lr=0.1)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((2, 10, 8)).astype(np.float32))
    optimizer.zero_grad()
    loss = slots(net(x)).pow(2).mean()
    loss.backward()
    optimizer.step()
    ema.update()
    losses += [loss.item(), ema(x).abs().mean().item()]
