import torch


def clip_gradient(optimizer, limit):
    for group in optimizer.param_groups:
        for param in group["params"]:
            if param.grad is not None:
                param.grad.data.clamp_(-limit, limit)


def gradient_norm(net):
    squares = 0.0
    for p in net.parameters():
        if p.grad is not None:
            squares += torch.norm(p.grad.data).item() ** 2
    return squares**0.5


def slow_down(optimizer, factor):
    for group in optimizer.param_groups:
        group["lr"] *= factor
