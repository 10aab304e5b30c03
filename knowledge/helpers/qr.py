from helper import linalg_qr


def qr(input, some=True):
    """Q and R of Q @ R, with some Q of as few columns as there must be.

    Equals torch.qr.
    """
    return linalg_qr(input, "reduced" if some else "complete")
