"""EMA in three usual forms."""
import copy
import torch, numpy as np
from torch import nn

class ModelEma:
    def __init__(self, model, decay=0.9):
        self.ema = copy.deepcopy(model)
        self.ema.eval()
        self.decay = decay
        for p in self.ema.parameters():
            p.requires_grad_(False)
    def update(self, model):
        with torch.no_grad():
            msd = model.state_dict()
            for k, ema_v in self.ema.state_dict().items():
                model_v = msd[k].detach()
                ema_v.copy_(ema_v * self.decay + (1. - self.decay) * model_v)

class EMA:
    def __init__(self, model, decay):
        self.model, self.decay, self.shadow, self.backup = model, decay, {}, {}
    def register(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                self.shadow[name] = param.data.clone()
    def update(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                assert name in self.shadow
                new_average = (1.0 - self.decay) * param.data + self.decay * self.shadow[name]
                self.shadow[name] = new_average.clone()
    def apply_shadow(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                self.backup[name] = param.data
                param.data = self.shadow[name]
    def restore(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                param.data = self.backup[name]
        self.backup = {}

def update_average(target, source, beta):
    with torch.no_grad():
        pd = dict(source.named_parameters())
        for name, p in target.named_parameters():
            p.mul_(beta).add_(pd[name], alpha=1 - beta)

r = np.random.RandomState(0)
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
ema1 = ModelEma(net)
ema2 = EMA(net, 0.8); ema2.register()
target = copy.deepcopy(net)
losses = []
X = torch.tensor(r.randn(16, 8, 3)).float()
for i in range(16):
    loss = nn.functional.mse_loss(net(X[i]), X[i].sum(1, True))
    opt.zero_grad(); loss.backward(); opt.step()
    ema1.update(net); ema2.update(); update_average(target, net, 0.9)
    losses.append(loss.item())
    if i % 4 == 3:
        ema2.apply_shadow()
        net.eval()
        losses.append(net(X[0]).mean().item())
        net.train()
        ema2.restore()
losses += [ema1.ema(X[0]).mean().item(), target.eval()(X[0]).mean().item(), net.eval()(X[0]).mean().item()]
