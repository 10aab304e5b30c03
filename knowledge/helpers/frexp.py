import mindspore as ms
import numpy as np


def frexp(input):
    """Mantissa and exponent (int32) of mantissa * 2 ** exponent. Equals torch.frexp.

    NumPy finds the exponents, which have no gradient.
    """
    values = input.asnumpy()
    exponent = np.asarray(np.frexp(values)[1], np.int32)
    # In two steps, as the power of two alone may be too great.
    half = exponent // 2
    scales = [np.ldexp(np.ones_like(values), -part) for part in (half, exponent - half)]
    return input * ms.Tensor(scales[0]) * ms.Tensor(scales[1]), ms.Tensor(exponent)
