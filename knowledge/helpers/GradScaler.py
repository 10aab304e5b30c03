import mindspore as ms
from mindspore import ops


class GradScaler:
    """Keeps small gradients of half precision from vanishing: the loss is scaled, gradients unscaled.

    Differentiate scale(loss); step(optimizer, gradients) unscales and updates, or leaves the parameters
    alone where a gradient is infinite or nan; update() then adjusts the scale. To clip in between,
    take gradients = unscale_(optimizer, gradients). Equals torch.amp.GradScaler, whose step and unscale_
    find the gradients by themselves; as there, one for "cuda" is disabled where the program runs on
    the CPU.
    """

    def __init__(
        self,
        device="cuda",
        init_scale=2.0**16,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        without = device == "cuda" and ms.get_context("device_target") == "CPU"
        self._enabled = enabled and not without
        scale = ms.Tensor(init_scale, ms.float32)
        self._scale = ms.Parameter(scale, name="loss_scale", requires_grad=False)
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._growth_tracker = 0
        self._finite = {}

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        if isinstance(outputs, (list, tuple)):
            return type(outputs)([self.scale(output) for output in outputs])
        return outputs * self._scale

    def unscale_(self, optimizer, gradients):
        if not self._enabled:
            return gradients
        if id(optimizer) in self._finite:
            raise RuntimeError("unscale_() has been called on this optimizer since update().")
        inverse = 1.0 / self.get_scale()
        gradients = tuple(None if one is None else one * inverse for one in gradients)
        found = [one for one in gradients if one is not None]
        self._finite[id(optimizer)] = not found or bool(ms.amp.all_finite(found))
        return gradients

    def step(self, optimizer, gradients):
        if self._enabled and id(optimizer) not in self._finite:
            gradients = self.unscale_(optimizer, gradients)
        if not self._enabled or self._finite[id(optimizer)]:
            optimizer(gradients)

    def update(self, new_scale=None):
        if not self._enabled:
            return
        if new_scale is not None:
            self._set_scale(new_scale)
        elif not all(self._finite.values()):
            self._set_scale(self.get_scale() * self._backoff_factor)
            self._growth_tracker = 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                self._set_scale(self.get_scale() * self._growth_factor)
                self._growth_tracker = 0
        self._finite = {}

    def get_scale(self):
        return self._scale.item() if self._enabled else 1.0

    def _set_scale(self, scale):
        ops.assign(self._scale, ms.Tensor(float(scale), ms.float32))

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._growth_tracker,
        }

    def load_state_dict(self, state_dict):
        if self._enabled:
            self._set_scale(state_dict["scale"])
            self._growth_factor = state_dict["growth_factor"]
            self._backoff_factor = state_dict["backoff_factor"]
            self._growth_interval = state_dict["growth_interval"]
            self._growth_tracker = state_dict["_growth_tracker"]
