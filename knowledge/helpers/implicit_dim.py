def implicit_dim(input) -> int:
    """The axis that torch's softmax and its kin take where none is given: 0 of 0, 1 and 3 axes, else 1."""
    return 0 if input.ndim in (0, 1, 3) else 1
