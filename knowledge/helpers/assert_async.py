def assert_async(input, assert_msg="") -> None:
    """Raise RuntimeError where a tensor with one element is zero. Equals torch._assert_async."""
    if not bool(input):
        raise RuntimeError(assert_msg or "Expected the tensor not to be zero")
