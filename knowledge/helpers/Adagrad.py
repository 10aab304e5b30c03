from mindspore.experimental import optim


class Adagrad(optim.Adagrad):
    """mindspore.experimental.optim.Adagrad with the arguments of torch.optim.Adagrad."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        if differentiable:
            raise NotImplementedError("Adagrad is not differentiable")
        super().__init__(
            params,
            lr,
            float(lr_decay),
            weight_decay,
            float(initial_accumulator_value),
            eps,
            maximize=maximize,
        )
