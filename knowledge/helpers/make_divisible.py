def make_divisible(v, divisor, min_value=None):
    """The multiple of divisor next to v that is not more than a tenth below it.

    Equals torchvision.models._utils._make_divisible.
    """
    least = divisor if min_value is None else min_value
    rounded = max(least, int(v + divisor / 2) // divisor * divisor)
    return rounded + divisor if rounded < 0.9 * v else rounded
