from mindspore.experimental import optim


class Rprop(optim.Rprop):
    """mindspore.experimental.optim.Rprop with the arguments of torch.optim.Rprop."""

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        *,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        if differentiable:
            raise NotImplementedError("Rprop is not differentiable")
        super().__init__(params, lr, etas, step_sizes, maximize=maximize)
