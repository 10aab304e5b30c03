"""One epoch of training, and what it reaches."""

import torch
from nets.losses import cross_entropy, dice, f_score


def fit_one_epoch(model_train, optimizer, batches, val_batches, use_dice, fp16, scaler):
    losses = []
    total_score = 0
    model_train.train()
    for imgs, masks in batches:
        optimizer.zero_grad()
        if not fp16:
            outputs = model_train(imgs)
            loss = cross_entropy(outputs, masks)
            if use_dice:
                loss = loss + dice(outputs, masks)
            with torch.no_grad():
                score = f_score(outputs, masks)
            loss.backward()
            optimizer.step()
        else:
            from torch.cuda.amp import autocast

            with autocast():
                outputs = model_train(imgs)
                loss = cross_entropy(outputs, masks)
                if use_dice:
                    loss = loss + dice(outputs, masks)
                with torch.no_grad():
                    score = f_score(outputs, masks)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        total_score += score.item()
        losses.append(loss.item())

    model_train.eval()
    with torch.no_grad():
        for imgs, masks in val_batches:
            losses.append(cross_entropy(model_train(imgs), masks).item())
    losses.append(total_score / len(batches))
    return losses
