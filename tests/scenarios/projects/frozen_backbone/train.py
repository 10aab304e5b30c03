"""Freezes the backbone for the first epochs, and goes on with the same optimizer."""

import numpy as np
import torch
from nets.unet import Unet
from torch import optim
from utils.fit import fit_one_epoch
from utils.schedule import rate, set_rate

losses = []


def batches_of(count, size, num_classes, seed):
    generator = np.random.RandomState(seed)
    found = []
    for _ in range(count):
        imgs = generator.rand(2, 3, size, size).astype(np.float32)
        masks = (imgs.mean(axis=1) * num_classes).astype(np.int64)
        found.append((torch.from_numpy(imgs), torch.from_numpy(masks)))
    return found


if __name__ == "__main__":
    fp16 = False
    num_classes = 3
    init_epoch, freeze_epoch, unfreeze_epoch = 0, 2, 6
    freeze_train = True
    init_lr, min_lr = 1e-2, 1e-4
    optimizer_type = "adam"
    momentum = 0.9
    weight_decay = 1e-3

    model = Unet(num_classes).train()
    if fp16:
        from torch.cuda.amp import GradScaler

        scaler = GradScaler()
    else:
        scaler = None

    unfrozen = False
    if freeze_train:
        model.freeze_backbone()

    optimizer = {
        "adam": optim.Adam(
            model.parameters(), init_lr, betas=(momentum, 0.999), weight_decay=weight_decay
        ),
        "sgd": optim.SGD(
            model.parameters(), init_lr, momentum=momentum, nesterov=True, weight_decay=weight_decay
        ),
    }[optimizer_type]

    batches = batches_of(4, 8, num_classes, 0)
    val_batches = batches_of(1, 8, num_classes, 1)
    for epoch in range(init_epoch, unfreeze_epoch):
        if epoch >= freeze_epoch and not unfrozen and freeze_train:
            model.unfreeze_backbone()
            unfrozen = True
        set_rate(optimizer, rate(init_lr, min_lr, unfreeze_epoch, epoch))
        losses.extend(fit_one_epoch(model, optimizer, batches, val_batches, True, fp16, scaler))
