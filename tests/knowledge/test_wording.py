"""Conditions in words: every one of the knowledge base, in both languages."""

from __future__ import annotations

import re

import pytest

from mindport.config import Config
from mindport.knowledge.conditions import FUNCTIONS
from mindport.knowledge.store import load
from mindport.knowledge.wording import in_words
from tests.findings.conftest import findings

CONDITIONS = sorted(
    {
        condition
        for entry in map(load().entry, load().plain)
        if entry is not None
        for item in entry.equivalents
        if (condition := item.when)
    }
)
INTERNAL = re.compile(rf"\b({'|'.join(FUNCTIONS)})\(")


@pytest.mark.parametrize(
    ("condition", "en", "zh"),
    [
        ("given(dim)", "`dim` is given", "给出了 `dim`"),
        ("not given(dim)", "`dim` is left out", "未给出 `dim`"),
        ("kind(max) in ('int', 'float')", "`max` is an int or a float", "`max` 是整数或浮点数"),
        ("kind(x) != 'tensor'", "`x` is not a tensor", "`x` 不是张量"),
        ("wrap == False", "`wrap` is False", "`wrap` 是 False"),
        ("not (p > 1)", "`p <= 1`", "`p <= 1`"),
        ("count(dims) > 1", "`dims` has more than 1 item", "`dims` 的项数大于 1"),
        (
            "shape(real) == shape(imag)",
            "the shapes of `real` and `imag` are the same",
            "`real` 与 `imag` 的形状相同",
        ),
        (
            "rank(mask) > rank(input)",
            "`mask` has more axes than `input`",
            "`mask` 的维数大于 `input` 的维数",
        ),
        ("rank(input) == 2", "`input` has 2 axes", "`input` 的维数为 2"),
        ("not empty(x) and not mentions('decay')", "`x` has elements and the file does not mention `decay`",
         "`x` 有元素且文件中未出现 `decay`"),
        ("sparse", "`sparse` is true", "`sparse` 为真"),
        ("mode not in ('a', 'b')", "`mode` is not a or b", "`mode` 不是 a 或 b"),
        ("dtype(self) in ('bool', 'int64')", "the tensor is of dtype bool or int64",
         "该张量的 dtype 是 bool 或 int64"),
        ("made(out) == 'int64'", "`out` is made there, of dtype int64",
         "`out` 是在该处新建，dtype 为 int64"),
        ("not given(a) and (b is None or not part(c))",
         "`a` is left out and (`b` is None or `c` is no view of another tensor)",
         "未给出 `a` 且（`b` 是 None 或 `c` 不是其他张量的视图）"),
        ("not (given(a) and given(b))", "`a` is left out or `b` is left out",
         "未给出 `a` 或未给出 `b`"),
    ],
)  # fmt: skip
def test_says(condition: str, en: str, zh: str) -> None:
    words = in_words(condition)
    assert (words.en, words.zh) == (en, zh)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_condition_shows_its_code(condition: str) -> None:
    words = in_words(condition)
    assert not INTERNAL.search(words.en)
    assert not INTERNAL.search(words.zh)


def test_a_finding_asks_only_what_the_source_leaves_open() -> None:
    source = "import torch\n\ndef f(x: torch.Tensor, grad):\n    return x.to(grad)\n"
    found = [f for f in findings(source, Config()) if f.symbol == "torch.Tensor.to"]
    assert "given(" not in found[0].message.en
    assert "`device` is a device" in found[0].message.en
