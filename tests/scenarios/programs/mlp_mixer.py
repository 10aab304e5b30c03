"""MLP-Mixer, written as nested functions of layers; a Lightning-like trainer runs it."""

from functools import partial

import numpy as np
import torch
from torch import nn

pair = lambda x: x if isinstance(x, tuple) else (x, x)


class PreNormResidual(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.fn = fn
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        return self.fn(self.norm(x)) + x


class Patches(nn.Module):
    def __init__(self, patch_size):
        super().__init__()
        self.unfold = nn.Unfold(patch_size, stride=patch_size)

    def forward(self, x):
        return self.unfold(x).transpose(1, 2)


class Mean(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, x):
        return x.mean(self.dim)


def FeedForward(dim, expansion_factor=4, dropout=0.0, dense=nn.Linear):
    inner_dim = int(dim * expansion_factor)
    return nn.Sequential(
        dense(dim, inner_dim), nn.GELU(), nn.Dropout(dropout), dense(inner_dim, dim), nn.Dropout(dropout)
    )


def MLPMixer(
    *, image_size, channels, patch_size, dim, depth, num_classes, expansion_factor=4, expansion_factor_token=0.5, dropout=0.0
):
    image_h, image_w = pair(image_size)
    assert (image_h % patch_size) == 0 and (image_w % patch_size) == 0, "image must be divisible by patch size"
    num_patches = (image_h // patch_size) * (image_w // patch_size)
    chan_first, chan_last = partial(nn.Conv1d, kernel_size=1), nn.Linear

    return nn.Sequential(
        Patches(patch_size),
        nn.Linear((patch_size**2) * channels, dim),
        *[
            nn.Sequential(
                PreNormResidual(dim, FeedForward(num_patches, expansion_factor, dropout, chan_first)),
                PreNormResidual(dim, FeedForward(dim, expansion_factor_token, dropout, chan_last)),
            )
            for _ in range(depth)
        ],
        nn.LayerNorm(dim),
        Mean(1),
        nn.Linear(dim, num_classes),
    )


class LitModule(nn.Module):
    """What a training framework asks of a network."""

    def training_step(self, batch, batch_idx):
        raise NotImplementedError

    def configure_optimizers(self):
        raise NotImplementedError

    def on_epoch_end(self, logs):
        pass


class LitMixer(LitModule):
    def __init__(self, lr=1e-2, **kwargs):
        super().__init__()
        self.lr = lr
        self.net = MLPMixer(**kwargs)
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)
        return self.criterion(logits, y)

    def validation_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)
        preds = torch.argmax(logits, dim=1)
        return {"val_loss": self.criterion(logits, y), "correct": (preds == y).sum().item()}

    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=self.lr, momentum=0.9)
        scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
        return optimizer, scheduler


class Trainer:
    def __init__(self, max_epochs=1):
        self.max_epochs = max_epochs
        self.history = []

    def fit(self, model, train_loader, val_loader):
        optimizer, scheduler = model.configure_optimizers()
        for epoch in range(self.max_epochs):
            model.train()
            for batch_idx, batch in enumerate(train_loader):
                loss = model.training_step(batch, batch_idx)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                self.history.append(loss.item())
            scheduler.step()
            self.validate(model, val_loader)

    @torch.no_grad()
    def validate(self, model, val_loader):
        model.eval()
        outputs = [model.validation_step(batch, i) for i, batch in enumerate(val_loader)]
        avg_loss = torch.stack([x["val_loss"] for x in outputs]).mean()
        self.history.append(avg_loss.item())
        print("val_loss", avg_loss, "correct", sum(x["correct"] for x in outputs))


def main():
    rng = np.random.default_rng(46)
    data = [
        (torch.Tensor(rng.standard_normal((4, 3, 8, 8))), torch.LongTensor(rng.integers(0, 4, 4)))
        for _ in range(10)
    ]
    model = LitMixer(image_size=8, channels=3, patch_size=4, dim=16, depth=2, num_classes=4)
    trainer = Trainer(max_epochs=2)
    trainer.fit(model, data, data[:2])
    return trainer.history


if __name__ == "__main__":
    losses = main()
