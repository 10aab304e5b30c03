def required():
    """Stands for an argument that must be given, as torch.optim.optimizer.required did.

    ``lr is not required`` tells whether one was.
    """
    raise TypeError("an argument that must be given is missing")
