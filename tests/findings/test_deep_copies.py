"""copy.deepcopy of tensors, which in MindSpore share their memory."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = "import copy\nimport torch\nfrom torch import nn\n\n\n"


@pytest.mark.parametrize(
    "expression",
    [
        "copy.deepcopy(nn.Linear(2, 2))",
        "copy.deepcopy(nn.Linear(2, 2).state_dict())",
        "copy.deepcopy(nn.Linear(2, 2).weight)",
        "copy.deepcopy(nn.Parameter(torch.ones(2)))",
        "copy.deepcopy([1, 2])",
        "copy.copy([torch.ones(2)])",
    ],
)
def test_what_is_copied_is_left_alone(expression: str) -> None:
    found = findings(f"{HEAD}kept = {expression}\n")
    assert not [f for f in found if "__deepcopy__" in f.symbol]


@pytest.mark.parametrize(
    ("expression", "after"),
    [("copy.deepcopy(x)", "x.copy()"), ("copy.deepcopy(x + 1)", "(x + 1).copy()")],
)
def test_a_tensor_is_copied(expression: str, after: str) -> None:
    text = fixed(f"{HEAD}x = torch.ones(2)\nkept = {expression}\n")
    assert f"kept = {after}\n" in text


def test_tensors_in_a_list_are_marked() -> None:
    found = findings(f"{HEAD}kept = copy.deepcopy([torch.ones(2), torch.ones(3)])\n")
    (finding,) = [f for f in found if "__deepcopy__" in f.symbol]
    assert (finding.code, finding.severity, finding.fix) == ("MP215", "warning", None)
