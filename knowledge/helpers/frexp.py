import mindspore as ms
import numpy as np


def frexp(input):
    """Mantissa and exponent (int32) of mantissa * 2 ** exponent; through NumPy.

    Equals torch.frexp.
    """
    mantissa, exponent = np.frexp(input.asnumpy())
    return ms.Tensor(mantissa), ms.Tensor(np.asarray(exponent, np.int32))
