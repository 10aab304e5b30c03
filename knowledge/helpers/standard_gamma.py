import numpy as np


def standard_gamma(concentration, sample_shape=()) -> tuple:
    """Gamma numbers of rate 1, drawn by numpy, and their slopes by the concentration: two arrays.

    A number moves with its concentration so that its share of the smaller ones stays the same.
    """
    c = concentration.asnumpy().astype(np.float64)
    drawn = np.maximum(np.random.standard_gamma(c, tuple(sample_shape) + c.shape), 1e-300)
    log, y = np.log(drawn), c + 9
    digamma = np.log(y) - 1 / (2 * y) - 1 / (12 * y**2) + 1 / (120 * y**4) - 1 / (252 * y**6)
    for step in range(1, 9):
        digamma = digamma - 1 / (c + step)
    # The series of the incomplete gamma function, until its terms are nothing.
    last = np.max(drawn - c + 10 * np.sqrt(np.maximum(drawn, c)), initial=0.0)
    term, total = np.ones_like(drawn), np.zeros_like(drawn)
    for step in range(1, int(last) + 60):
        total = total + term * (log - digamma)
        digamma = digamma + 1 / (c + step)
        term = term * drawn / (c + step)
    return drawn, -drawn / c * total
