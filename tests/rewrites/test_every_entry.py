"""Every entry of the knowledge base, called in every shape: nothing raises, the result parses."""

from __future__ import annotations

from collections import Counter

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document, fixable
from mindport.knowledge.store import load
from mindport.symbols.workspace import Workspace
from tests.fixes.conftest import proved_store

HEADER = "import torch\nimport einops.layers.torch\nt: torch.Tensor\nm: torch.nn.Module\n"
AT_ONCE = 100  # calls in a file, about as many as files have
MEMBERS = {"torch.Tensor.": "t.", "torch.nn.Module.": "m."}


def expression(symbol: str) -> str:
    for prefix, receiver in MEMBERS.items():
        if symbol.startswith(prefix):
            return receiver + symbol.removeprefix(prefix)
    return symbol


def comments(document: Document) -> Counter[str]:
    return Counter(document.text[span.start : span.end] for span in document.comments)


@pytest.mark.parametrize(
    "shape",
    [
        "",
        "()",
        "(a)",
        "(a, b, c, d, e, f, g, h, i, j, k, l)",
        "(*a)",
        "(*a, **k)",
        "(a, inplace=True)",
        "(a, dim=(1),)",
        "(a,  # 注, (\n    b  # )\n)",
        "(f(a), g(b), h(c))",
        "('a', 1.5, None, [1], (2, 3))",
        pytest.param("(x for x in y)"),
    ],
)
def test_any_call_of_any_entry_can_be_fixed(shape: str) -> None:
    symbols = sorted(load().plain)
    for first in range(0, len(symbols), AT_ONCE):
        can_be_fixed(symbols[first : first + AT_ONCE], shape)


def can_be_fixed(symbols: list[str], shape: str) -> None:
    lines = [f"r = {expression(symbol)}{shape}\n" for symbol in symbols]
    store = proved_store()
    before = Document("x.py", HEADER + "".join(lines))
    assert before.tree is not None
    result = fix_document(before, Config(), Workspace(), unsafe=True, store=store)
    assert result.document.tree is not None
    assert not [f.symbol for f in result.report.findings if fixable(f, True)]
    again = fix_document(result.document, Config(), Workspace(), unsafe=True, store=store)
    assert again.document.text == result.document.text
    assert not comments(before) - comments(result.document)
