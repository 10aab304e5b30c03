import math


def calculate_gain(nonlinearity, param=None):
    """The factor by which initial weights make up for a nonlinearity.

    Equals torch.nn.init.calculate_gain; param is the slope of leaky_relu.
    """
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2 / (1 + slope**2))
    gains = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4, "sigmoid": 1, "linear": 1}
    if nonlinearity in gains:
        return gains[nonlinearity]
    if nonlinearity.startswith("conv") and nonlinearity[-2:] in ("1d", "2d", "3d"):
        return 1
    raise ValueError("Unsupported nonlinearity " + nonlinearity)
