"""Whether an infinity of a file may come into a tensor."""

from __future__ import annotations

import ast

import pytest

from mindport.symbols.infinities import computes_with_infinity


def computes(source: str) -> bool:
    return computes_with_infinity(ast.parse(source), source)


@pytest.mark.parametrize(
    "source",
    [
        "x = info.inference(y)",
        "# to infinity\nx = 1",
        "best = float('inf')\nif loss < best:\n    best = loss",
        "best, n = math.inf, 0\nif loss < best - 1e-4:\n    best = loss\nprint(f'{best:.3f}')",
        "self.best = -np.inf if up else np.inf\nif score > self.best:\n    self.best = score",
        "best = float('-inf')\nbest = max(best, score)\nlogger.info('best %f', best)",
        "best = torch.inf\ntorch.save({'best': best}, path)\nbest = loss",
        "best: float = np.inf\nbest = min(loss, best)\nself.save_checkpoint(best)",
        "def fit():\n    best = inf\n    best = step()\n    return best, 1",
    ],
)
def test_numbers_that_are_compared(source: str) -> None:
    assert not computes(source)


@pytest.mark.parametrize(
    "source",
    [
        "x.masked_fill(m, float('-inf'))",
        "x[m] = -math.inf",
        "x = torch.full((3,), np.NINF, dtype=d) if a else torch.full((3,), -np.inf)",
        "fill = float('-inf')\nx = x.masked_fill(m, fill)",
        "fill = float('-inf')\nif a < fill:\n    pass",
        "best = -inf\nbest = torch.maximum(best, x)",
        "best = -torch.inf\nx[m] = best\nbest = 1.0",
        "fills = [float('inf')]",
        "best = float('inf')\nbest = torch.log(best)",
        "def f(fill=float('-inf')):\n    return x.masked_fill(m, fill)",
        "norm(x, ord='inf')",
        "x == float('inf')",
        "NEG = float('-inf')\ndef f():\n    return NEG",
    ],
)
def test_what_may_come_into_a_tensor(source: str) -> None:
    assert computes(source)
