"""MP402 of a list that is compared with a number, where graph mode decides nothing."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, mended

LOOP = "y = []\nfor m in self.layers:\n    {}\n    x = m(x)\n    y.append(x)\nreturn x"
PICK = "x = y[m.f] if isinstance(m.f, int) else [x if j == -1 else y[j] for j in m.f]"


@pytest.mark.parametrize(
    "lines",
    [
        "if m.f != -1:\n        x = y[m.f]",
        f"if not isinstance(m.f, int) or m.f != -1:\n        {PICK}",
        "if isinstance(m.f, int):\n        x = x if m.f == -1 else y[m.f]\n"
        "    else:\n        x = [y[j] for j in m.f]",
        f"if m.i != 0:\n        {PICK}",
        f"if m.f != 'last':\n        {PICK}",
    ],
)
def test_what_is_decided_is_left_alone(lines: str) -> None:
    assert codes(forward(LOOP.format(lines))) == []


@pytest.mark.parametrize(
    ("test", "written"),
    [
        ("if m.f != -1:", "if not isinstance(m.f, int) or m.f != -1:"),
        ("if not m.f == -1:", "if not (isinstance(m.f, int) and m.f == -1):"),
        ("if self.training and m.f != 0:",
         "if self.training and (not isinstance(m.f, int) or m.f != 0):"),
    ],
)  # fmt: skip
def test_the_type_is_asked_first(test: str, written: str) -> None:
    body = LOOP.format(f"{test}\n        {PICK}")
    [finding] = found(forward(body))
    assert (finding.code, finding.severity) == ("MP402", "error")
    assert finding.fix is not None and finding.fix.applicability == "safe"
    assert "m.f" in finding.message.en and finding.message.zh
    text = mended(body)
    assert written in text
    assert codes(text) == []
