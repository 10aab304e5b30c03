"""A trainer with callbacks; the model sorts its parameters into groups by the classes of layers."""

from collections import defaultdict

import numpy as np
import torch
import torch.nn as nn
from torch.nn import functional as F
from torch.utils.data import Dataset
from torch.utils.data.dataloader import DataLoader


class Settings:
    def __init__(self, **values):
        self.__dict__.update(values)


class Sorting(Dataset):
    def __init__(self, length=6, digits=3):
        self.length, self.digits = length, digits

    def __len__(self):
        return 40

    def __getitem__(self, index):
        numbers = np.random.RandomState(index).randint(0, self.digits, self.length)
        given = torch.from_numpy(numbers).long()
        whole = torch.cat((given, torch.sort(given)[0]), dim=0)
        x = whole[:-1].clone()
        y = whole[1:].clone()
        y[: self.length - 1] = -1
        return x, y


class Attention(nn.Module):
    def __init__(self, width, heads, block):
        super().__init__()
        self.attn = nn.Linear(width, 3 * width, bias=False)
        self.proj = nn.Linear(width, width)
        self.heads, self.width = heads, width
        self.register_buffer("mask", torch.tril(torch.ones(block, block)).view(1, 1, block, block))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.attn(x).split(self.width, dim=2)
        q, k, v = (t.view(B, T, self.heads, C // self.heads).transpose(1, 2) for t in (q, k, v))
        att = (q @ k.transpose(-2, -1)) * k.size(-1) ** -0.5
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        y = F.softmax(att, dim=-1) @ v
        return self.proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, width, heads, block):
        super().__init__()
        self.ln_1 = nn.LayerNorm(width)
        self.attn = Attention(width, heads, block)
        self.ln_2 = nn.LayerNorm(width)
        self.mlp = nn.ModuleDict(
            dict(c_fc=nn.Linear(width, 4 * width), c_proj=nn.Linear(4 * width, width), act=nn.GELU())
        )
        m = self.mlp
        self.mlpf = lambda x: m.c_proj(m.act(m.c_fc(x)))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlpf(self.ln_2(x))


class Sorter(nn.Module):
    def __init__(self, vocab, width, heads, layers, block):
        super().__init__()
        self.wte = nn.Embedding(vocab, width)
        self.wpe = nn.Embedding(block, width)
        self.h = nn.ModuleList([Block(width, heads, block) for _ in range(layers)])
        self.ln_f = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab, bias=False)

    def forward(self, idx, targets=None):
        pos = torch.arange(0, idx.size(1), dtype=torch.long, device=idx.device).unsqueeze(0)
        x = self.wte(idx) + self.wpe(pos)
        for block in self.h:
            x = block(x)
        logits = self.head(self.ln_f(x))
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return logits, loss

    def configure_optimizers(self, settings):
        decay, no_decay = set(), set()
        decaying = (torch.nn.Linear,)
        others = (torch.nn.LayerNorm, torch.nn.Embedding)
        for module_name, module in self.named_modules():
            for name, _ in module.named_parameters():
                full = f"{module_name}.{name}" if module_name else name
                if name.endswith("bias"):
                    no_decay.add(full)
                elif name.endswith("weight") and isinstance(module, decaying):
                    decay.add(full)
                elif name.endswith("weight") and isinstance(module, others):
                    no_decay.add(full)
        named = dict(self.named_parameters())
        assert not decay & no_decay
        assert named.keys() == decay | no_decay, sorted(named.keys() ^ (decay | no_decay))
        groups = [
            {"params": [named[n] for n in sorted(decay)], "weight_decay": settings.weight_decay},
            {"params": [named[n] for n in sorted(no_decay)], "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(groups, lr=settings.lr, betas=settings.betas)


class Trainer:
    def __init__(self, settings, model, dataset):
        self.settings, self.model, self.dataset = settings, model, dataset
        self.optimizer = None
        self.callbacks = defaultdict(list)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.model = self.model.to(self.device)

    def set_callback(self, event, callback):
        self.callbacks[event] = [callback]

    def trigger(self, event):
        for callback in self.callbacks.get(event, []):
            callback(self)

    def run(self):
        model, settings = self.model, self.settings
        self.optimizer = model.configure_optimizers(settings)
        loader = DataLoader(self.dataset, shuffle=False, batch_size=settings.batch_size, pin_memory=True)
        model.train()
        count = 0
        batches = iter(loader)
        while True:
            try:
                batch = next(batches)
            except StopIteration:
                batches = iter(loader)
                batch = next(batches)
            batch = [t.to(self.device) for t in batch]
            x, y = batch

            logits, self.loss = model(x, y)

            model.zero_grad(set_to_none=True)
            self.loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
            self.optimizer.step()

            self.trigger("on_batch_end")
            count += 1
            if count >= settings.steps:
                break


losses = []
settings = Settings(batch_size=8, lr=3e-3, betas=(0.9, 0.95), weight_decay=0.1, clip=1.0, steps=20)
trainer = Trainer(settings, Sorter(3, 16, 2, 2, 11), Sorting())
trainer.set_callback("on_batch_end", lambda trainer: losses.append(trainer.loss.item()))
trainer.run()
