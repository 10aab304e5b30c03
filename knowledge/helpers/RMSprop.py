from mindspore.experimental import optim


class RMSprop(optim.RMSprop):
    """mindspore.experimental.optim.RMSprop with the arguments of torch.optim.RMSprop."""

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        if differentiable:
            raise NotImplementedError("RMSprop is not differentiable")
        super().__init__(
            params, lr, alpha, eps, weight_decay, momentum, centered, maximize=maximize
        )

    def __call__(self, gradients):
        pairs = zip(self.parameters, gradients, strict=True)
        return super().__call__(tuple(grad if one.requires_grad else None for one, grad in pairs))
