from mindspore import nn, ops


def update_bn(loader, model, device=None):
    """Make the running statistics of batch normalisations the averages over a loader's batches.

    Equals torch.optim.swa_utils.update_bn.
    """
    kinds = (nn.BatchNorm1d, nn.BatchNorm2d)
    layers = [cell for _, cell in model.cells_and_names() if isinstance(cell, kinds)]
    if not layers:
        return
    statistics = [one for cell in layers for one in (cell.moving_mean, cell.moving_variance)]
    shares = [cell.momentum for cell in layers for _ in range(2)]
    sums = [ops.zeros_like(one) for one in statistics]
    was_training = model.training
    model.set_train(True)
    number = 0
    for batch in loader:
        for one in statistics:
            ops.assign(one, ops.zeros_like(one))
        model(batch[0] if isinstance(batch, (list, tuple)) else batch)
        sums = [
            total + one / share for total, one, share in zip(sums, statistics, shares, strict=True)
        ]
        number += 1
    for one, total in zip(statistics, sums, strict=True):
        ops.assign(one, total / max(number, 1))
    model.set_train(was_training)
