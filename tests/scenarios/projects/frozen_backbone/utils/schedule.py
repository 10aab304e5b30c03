"""The learning rate by epochs."""

import math


def rate(first, last, epochs, epoch):
    return last + 0.5 * (first - last) * (1 + math.cos(math.pi * epoch / epochs))


def set_rate(optimizer, value):
    for group in optimizer.param_groups:
        group["lr"] = value
