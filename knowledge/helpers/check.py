def check(cond, message=None):
    """Raise RuntimeError unless cond holds; message is called for the words.

    Equals torch._check.
    """
    if not cond:
        raise RuntimeError("Expected cond to be True" if message is None else str(message()))
