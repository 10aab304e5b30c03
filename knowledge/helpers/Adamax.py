from mindspore.experimental import optim


class Adamax(optim.Adamax):
    """mindspore.experimental.optim.Adamax with the arguments of torch.optim.Adamax."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        if differentiable:
            raise NotImplementedError("Adamax is not differentiable")
        super().__init__(params, lr, betas, eps, weight_decay, maximize=maximize)
