"""Of a condition that always holds in MindSpore, nothing is written in front of another one."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

ASKED = "torch.is_grad_enabled()"


@pytest.mark.parametrize(
    ("condition", "written"),
    [
        pytest.param(f"{ASKED} and a", "a", id="first"),
        pytest.param(f"a and {ASKED} and b", "a and b", id="in the middle"),
        pytest.param(f"{ASKED} and (a or b)", "(a or b)", id="parentheses"),
        pytest.param(f"(\n    {ASKED}\n    and a\n)", "(\n    a\n)", id="lines"),
        pytest.param(f"a and {ASKED}", "a and True", id="last"),
        pytest.param(f"not {ASKED} and a", "not True and a", id="not"),
        pytest.param(f"{ASKED} or a", "True or a", id="or"),
        pytest.param(f"a == {ASKED} and b", "a == True and b", id="comparison"),
        pytest.param(
            f"(\n    {ASKED}  # said\n    and a\n)",
            "(\n    True  # said\n    and a\n)",
            id="comment",
        ),
    ],
)
def test_what_always_holds(condition: str, written: str) -> None:
    source = f"import torch\n\nfound = {condition}\n"
    assert fixed(source, unsafe=True).endswith(f"\nfound = {written}\n")


def test_it_is_left_to_the_user_without_unsafe_fixes() -> None:
    source = f"import torch\n\nfound = {ASKED} and a\n"
    assert fixed(source) == source
