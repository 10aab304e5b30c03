from mindspore.experimental import optim


class ASGD(optim.ASGD):
    """mindspore.experimental.optim.ASGD with the arguments of torch.optim.ASGD."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        if differentiable:
            raise NotImplementedError("ASGD is not differentiable")
        super().__init__(params, lr, float(lambd), alpha, float(t0), weight_decay, maximize)
