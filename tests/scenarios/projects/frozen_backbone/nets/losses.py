"""What a segmentation is measured by."""

import torch
from torch import nn


def cross_entropy(outputs, target):
    channels = outputs.size(1)
    flat = outputs.permute(0, 2, 3, 1).contiguous().view(-1, channels)
    return nn.CrossEntropyLoss()(flat, target.view(-1))


def dice(outputs, target, smooth=1e-5):
    channels = outputs.size(1)
    probabilities = torch.softmax(outputs.permute(0, 2, 3, 1).reshape(-1, channels), -1)
    wanted = nn.functional.one_hot(target.view(-1), channels).float()
    hits = torch.sum(wanted * probabilities, dim=0)
    score = (2 * hits + smooth) / (wanted.sum(0) + probabilities.sum(0) + smooth)
    return 1 - torch.mean(score)


def f_score(outputs, target, threshold=0.5):
    chosen = torch.gt(torch.softmax(outputs, 1), threshold).float()
    wanted = nn.functional.one_hot(target, outputs.size(1)).permute(0, 3, 1, 2).float()
    return (2 * torch.sum(chosen * wanted)) / (torch.sum(chosen) + torch.sum(wanted))
