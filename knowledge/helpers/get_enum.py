def get_enum(reduction) -> int:
    """torch's number of a reduction: 0 for "none", 1 for "mean", 2 for "sum".

    Raises:
        ValueError: it is none of these.
    """
    numbers = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}
    if reduction not in numbers:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return numbers[reduction]
