def assert_true(condition, message):
    """Raise AssertionError with the message unless condition holds.

    Equals torch._assert.
    """
    assert condition, message
