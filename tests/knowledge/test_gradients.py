"""What the runs of scripts/verify_gradients.py found is told by the entries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mindport.knowledge.store import load

EVIDENCE = Path(__file__).parents[2] / "knowledge/evidence/gradients/torch.json"
FOUND = json.loads(EVIDENCE.read_text(encoding="utf-8"))
# Operators have no entries of their own.
WRONG = [
    symbol for symbol, item in FOUND.items() if item.get("wrong") and "Tensor.__" not in symbol
]


@pytest.mark.parametrize("symbol", WRONG)
def test_a_gradient_that_differs_is_told(symbol: str) -> None:
    """Mend the entry, or say it in ``differences``; then run scripts/verify_gradients.py SYMBOL."""
    entry = load().entry(symbol)
    assert entry is not None
    assert any("gradient" in d.text.en and "梯度" in d.text.zh for d in entry.differences)


def test_hardly_any_gradient_differs() -> None:
    equal = sum(item["equal"] for item in FOUND.values())
    others = sum(item.get("wrong", 0) + item.get("raises", 0) for item in FOUND.values())
    assert equal > 6000
    assert others < 0.02 * equal
