from mindspore.experimental import optim


class SGD(optim.SGD):
    """mindspore.experimental.optim.SGD with the arguments of torch.optim.SGD."""

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        if differentiable:
            raise NotImplementedError("SGD is not differentiable")
        super().__init__(params, lr, momentum, dampening, weight_decay, nesterov, maximize=maximize)
