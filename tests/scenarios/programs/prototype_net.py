"""A few prototypes a class in lists and dicts of parameters, quantised with a straight-through
gradient; parts are frozen by name, and the rest is loaded from another network."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function
from torch.utils.checkpoint import checkpoint


class Quantise(Function):
    """Rounds in the forward pass; the gradient passes where the input was inside the range."""

    @staticmethod
    def forward(ctx, x, levels):
        ctx.save_for_backward(x)
        ctx.levels = levels
        return torch.round(x * levels) / levels

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (x.abs() <= 1).float(), None


class Trunk(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.stem = nn.Linear(5, width)
        self.norm = nn.LayerNorm(width)
        self.blocks = nn.ModuleList([nn.Linear(width, width) for _ in range(2)])

    def block(self, index, x):
        return F.gelu(self.blocks[index](x)) + x

    def forward(self, x):
        x = self.norm(self.stem(x))
        x = checkpoint(self.block, 0, x, use_reentrant=False)
        return self.block(1, x)


class PrototypeNet(nn.Module):
    def __init__(self, width=6, classes=3, per_class=2):
        super().__init__()
        self.trunk = Trunk(width)
        self.prototypes = nn.ParameterList(
            [nn.Parameter(torch.randn(per_class, width)) for _ in range(classes)]
        )
        self.scales = nn.ParameterDict(
            {"logit": nn.Parameter(torch.ones(1)), "feature": nn.Parameter(torch.ones(width))}
        )
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("counts", torch.zeros(classes), persistent=False)
        self.apply(self._init)

    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.xavier_uniform_(m.weight)
            if m.bias is not None:
                nn.init.zeros_(m.bias)
        elif isinstance(m, (nn.LayerNorm, nn.BatchNorm1d)):
            nn.init.ones_(m.weight)
            nn.init.zeros_(m.bias)

    def forward(self, x):
        h = self.trunk(x) * self.scales["feature"] - self.mean
        h = Quantise.apply(torch.tanh(h), 8)
        logits = [(h @ p.t()).max(dim=1)[0] for p in self.prototypes]
        return self.scales["logit"] * torch.stack(logits, dim=1)

    @torch.no_grad()
    def observe(self, x, y):
        self.mean.mul_(0.9).add_(0.1 * self.trunk(x).mean(dim=0))
        self.counts += torch.bincount(y, minlength=3).float()

    def extra_repr(self):
        return f"prototypes={len(self.prototypes)}"


pretrained = Trunk(6)
model = PrototypeNet()
state = {f"trunk.{name}": value for name, value in pretrained.state_dict().items()}
missing = model.load_state_dict(state, strict=False)

activations = {}


def keep(name):
    def hook(module, args, output):
        activations[name] = output.detach().abs().mean().item()

    return hook


handles = [layer.register_forward_hook(keep(str(i))) for i, layer in enumerate(model.trunk.blocks)]

for name, param in model.named_parameters():
    if name.startswith("trunk.stem") or "norm.bias" in name:
        param.requires_grad = False

decay, no_decay = [], []
for name, param in model.named_parameters():
    if not param.requires_grad:
        continue
    if name.endswith("bias") or "norm" in name or name.startswith("scales"):
        no_decay.append(param)
    else:
        decay.append(param)
optimizer = torch.optim.SGD(
    [{"params": decay, "weight_decay": 1e-2}, {"params": no_decay, "weight_decay": 0.0}],
    lr=0.05,
    momentum=0.9,
)

rng = np.random.default_rng(71)
losses = []
for step in range(20):
    x = torch.from_numpy(rng.standard_normal((6, 5)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 6))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    model.observe(x, y)
    losses.append(loss.item())

for handle in handles:
    handle.remove()
losses += [activations["0"], activations["1"], model.mean.sum().item(), model.counts.sum().item()]
