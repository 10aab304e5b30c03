"""Methods of torch that are handed on without being called."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEADER = "from torch import nn\nm = nn.Linear(2, 3)\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("f = m.train", id="its argument may be left out or given"),
        pytest.param("f = m.modules", id="a list is made of it"),
        pytest.param("f = m.named_children", id="another call follows"),
        pytest.param("f = m.requires_grad_", id="an argument of it is not named"),
    ],
)
def test_is_left_alone_and_told(source: str) -> None:
    assert fixed(HEADER + source, unsafe=True).endswith(source)
    (finding,) = [f for f in findings(HEADER + source) if f.code == "MP102"]
    assert "passed on as a value" in finding.message.en


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("f = m.children", "f = m.cells", id="a method that takes the same"),
        pytest.param(
            "f = m.named_parameters",
            "f = functools.partial(named_parameters, m)",
            id="a helper that takes the same",
        ),
        pytest.param(
            "f = m.parameters",
            "f = functools.partial(all_parameters, m)",
            id="parameters, which may be frozen",
        ),
        pytest.param(
            "f = (m or n).children", "f = (m or n).cells", id="what is called on an operation"
        ),
    ],
)
def test_is_handed_on_as_what_takes_the_same(before: str, after: str) -> None:
    assert fixed(HEADER + before, unsafe=True).endswith(after)
