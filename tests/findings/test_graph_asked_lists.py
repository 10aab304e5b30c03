"""MP402 of all() and any() of a comprehension, which Python computes with no names around it."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, mended


@pytest.mark.parametrize(
    "condition",
    [
        "all(n > 1 for n in x.shape)",
        "any([v is None for v in (x, y)])",
        "all(isinstance(n, int) for n in x.shape)",
        "all(n > 1 for n in x.shape[: self.k])",
        "all(a == b for a, b in zip(x.shape, y.shape))",
        "self.k == 2 and all(n > 1 for n in x.shape)",
        "all(n > 1 for n in x.shape) and all(n < 9 for n in x.shape)",
        "all([self.k > 1, self.k < 9])",
        "all(found)",
        "min([n % self.k for n in x.shape]) == 0",
    ],
)
def test_what_is_right_is_left_alone(condition: str) -> None:
    body = f"y = self.fc(x)\nfound = [n % self.k == 0 for n in x.shape]\nif {condition}:\n    y = y * 2\nreturn y"
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    ("condition", "written"),
    [
        ("all([n % self.k == 0 for n in x.shape])", "False not in [n % self.k == 0 for n in x.shape]"),
        ("all(n % k == 0 for n in x.shape)", "False not in [n % k == 0 for n in x.shape]"),
        ("any((n > k) for n in x.shape)", "True in [(n > k) for n in x.shape]"),
        ("not all(n > k for n in x.shape)", "False in [n > k for n in x.shape]"),
        ("not any(n > k for n in x.shape)", "True not in [n > k for n in x.shape]"),
        ("x.ndim == 2 and all(n > k for n in x.shape)",
         "x.ndim == 2 and False not in [n > k for n in x.shape]"),
        ("all(n > 1 for n in x.shape) and k == 2", "False not in [n > 1 for n in x.shape] and k == 2"),
        ("all(n > k for n in x.shape) == self.training",
         "(False not in [n > k for n in x.shape]) == self.training"),
        ("all(v is not None and k > 1 for v in (x, y))",
         "False not in [v is not None and k > 1 for v in (x, y)]"),
        ("all(n > 1 for n in x.shape if n > k)", "False not in [n > 1 for n in x.shape if n > k]"),
    ],
)  # fmt: skip
def test_the_list_itself_is_asked(condition: str, written: str) -> None:
    body = f"k = 2\ny = self.fc(x)\nif {condition}:\n    y = y * 2\nreturn y"
    [finding] = found(forward(body))
    assert (finding.code, finding.severity) == ("MP402", "error")
    assert finding.fix is not None and finding.fix.applicability == "safe"
    text = mended(body)
    assert f"if {written}:" in text
    assert codes(text) == []


def test_a_function_of_the_file_that_compares_gives_bools() -> None:
    header = "def exists(v):\n    return v is not None\n"
    [finding] = found(header + forward("return x * 2 if all(exists(v) for v in (x, x)) else x"))
    assert (finding.code, finding.fix is None) == ("MP402", False)


@pytest.mark.parametrize(
    "item", ["v.max() > k", "k % v", "not f(v)", "torch.equal(v, x) and k > 1"]
)
def test_items_that_may_be_tensors_are_told_alone(item: str) -> None:
    body = f"k = 2\ny = self.fc(x)\nif any({item} for v in (x, y)):\n    y = y * 2\nreturn y"
    told = [one for one in found(forward(body)) if "any()" in one.message.en]
    assert [(one.code, one.fix) for one in told] == [("MP402", None)]
    assert "any(found)" in told[0].message.en and told[0].message.zh
