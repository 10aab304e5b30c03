import numpy as np


def assert_close(
    actual, expected, *, rtol=None, atol=None, equal_nan=False, check_dtype=True, msg=None
):
    """Raise AssertionError unless actual and expected are equal within the tolerances.

    Tensors and numbers, and lists, tuples and dicts of them, with torch.testing.assert_close's
    tolerances for each dtype.
    """
    options = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan}
    options.update({"check_dtype": check_dtype, "msg": msg})
    if isinstance(expected, dict):
        assert actual.keys() == expected.keys(), msg or "The keys differ."
        for key in expected:
            assert_close(actual[key], expected[key], **options)
        return
    if isinstance(expected, (list, tuple)):
        assert len(actual) == len(expected), msg or "The lengths differ."
        for one, other in zip(actual, expected, strict=True):
            assert_close(one, other, **options)
        return
    if check_dtype and hasattr(expected, "asnumpy"):
        assert actual.dtype == expected.dtype, msg or f"{actual.dtype} is not {expected.dtype}."
    found, wanted = (
        x.asnumpy() if hasattr(x, "asnumpy") else np.array(x) for x in (actual, expected)
    )
    known = {"float16": (1e-3, 1e-5), "float32": (1.3e-6, 1e-5), "complex64": (1.3e-6, 1e-5)}
    known.update({"float64": (1e-7, 1e-7), "complex128": (1e-7, 1e-7), "bfloat16": (1.6e-2, 1e-5)})
    if rtol is None:
        pairs = [known.get(str(x.dtype), (0.0, 0.0)) for x in (found, wanted)]
        rtol, atol = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    assert found.shape == wanted.shape, msg or f"{found.shape} is not {wanted.shape}."
    np.testing.assert_allclose(
        found, wanted, rtol=rtol, atol=atol, equal_nan=equal_nan, err_msg=msg or ""
    )
