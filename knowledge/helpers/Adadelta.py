from mindspore.experimental import optim


class Adadelta(optim.Adadelta):
    """mindspore.experimental.optim.Adadelta with the arguments of torch.optim.Adadelta."""

    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        if differentiable:
            raise NotImplementedError("Adadelta is not differentiable")
        super().__init__(params, lr, rho, eps, weight_decay, maximize=maximize)

    def __call__(self, gradients):
        pairs = zip(self.parameters, gradients, strict=True)
        return super().__call__(tuple(grad if one.requires_grad else None for one, grad in pairs))
