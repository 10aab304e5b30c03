import mindspore as ms
from mindspore import ops


def complex_product(a, b) -> ms.Tensor:
    """a * b, complex, of complex or real tensors and numbers.

    MindSpore's own product takes no complex number, no real tensor on a CPU, and has no gradient;
    the gradient of its quotient is wrong, that of 1 / b right.
    """

    def parts(x):
        if not isinstance(x, ms.Tensor):
            return complex(x).real, complex(x).imag
        return (ops.real(x), ops.imag(x)) if x.is_complex() else (x, 0)

    (re, im), (other_re, other_im) = parts(a), parts(b)
    return ops.Complex()(re * other_re - im * other_im, re * other_im + im * other_re)
