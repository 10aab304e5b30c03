import mindspore as ms


def initial_seed() -> int:
    """The seed that random numbers began with: the one that was set, or torch's where none was.

    Equals torch.initial_seed.
    """
    seed = ms.get_seed()
    return 67280421310721 if seed is None else seed
