from mindspore import ops


class OwnStep:
    """For optimizers with a step() of their own: called with the gradients, they run it
    with what else they are given.

    While it runs, each parameter has its gradient as grad, and each group its learning rate as a
    number, as torch has them; a rate that it sets is kept. super().step() updates the parameters
    with what the gradients are by then. For other methods that read grad, take(gradients) sets it.
    """

    def __call__(self, gradients, *args, **kwargs):
        self.take(gradients)
        self._keep_rates()
        self._show_rates()
        try:
            return self.step(*args, **kwargs)
        finally:
            self._keep_rates()
            self.zero_grad()

    def take(self, gradients):
        for param, gradient in zip(self.parameters, gradients, strict=True):
            param.grad = gradient.copy()  # those of a + b share their memory

    def zero_grad(self, set_to_none=True):
        for param in self.parameters:
            param.grad = None

    def step(self, closure=None):
        if closure is not None:
            raise NotImplementedError("compute the loss and its gradients before the step")
        self._keep_rates()
        super().construct(tuple(param.grad for param in self.parameters))
        self._show_rates()

    def add_param_group(self, param_group):
        param_group.setdefault("lr", self.defaults.get("lr", 0.0))
        super().add_param_group(param_group)

    def _show_rates(self):
        for group in self.param_groups:
            group["lr"] = float(group["lr"])

    def _keep_rates(self):
        for group, rate in zip(self.param_groups, self.lrs, strict=True):
            if group["lr"] is not rate and group["lr"] != float(rate):
                ops.assign(rate, group["lr"])
            group["lr"] = rate
