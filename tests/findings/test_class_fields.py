"""Layers under a name that their class has, too: a Cell refuses them."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
INIT = "\n    def __init__(self, act=None):\n        super().__init__()\n"


@pytest.mark.parametrize(
    ("field", "store"),
    [
        ("act = nn.SiLU()", "self.other = self.act"),
        ("act = None", "self.act = act"),
        ("act: nn.Module", "self.act = nn.ReLU()"),
        ("size = 3", "self.size = 4"),
        ("act = nn.SiLU()", "other = self\n        other.x = nn.ReLU()"),
    ],
)
def test_leaves_alone(field: str, store: str) -> None:
    found = findings(f"{HEAD}    {field}\n{INIT}        {store}\n")
    assert not [f for f in found if f.code == "MP309"]


def test_a_default_layer_gets_a_name_of_its_own() -> None:
    source = (
        f"{HEAD}    act = nn.SiLU()  # default\n{INIT}"
        "        self.act = self.act if act is True else act\n"
        "\n    def forward(self, x):\n        return self.act(x)\n\n\nNet.act = nn.ReLU()\n"
    )
    text = fixed(source)
    assert "    default_act = mint.nn.SiLU()  # default\n" in text
    assert "        self.act = self.default_act if act is True else act\n" in text
    assert "        return self.act(x)\n" in text
    assert "\nNet.default_act = mint.nn.ReLU()\n" in text


@pytest.mark.parametrize(
    ("field", "layer", "kept"),
    [
        ("head = None", "nn.Linear(2, 2)", "self.head = None"),
        ("head: float = 1.0", "nn.Parameter(torch.ones(1))", "self.head = 1.0"),
    ],
)
def test_a_plain_value_is_kept_in_each_object(field: str, layer: str, kept: str) -> None:
    store = f"        if act:\n            self.head = {layer}\n"
    text = fixed(f"{HEAD}    {field}\n{INIT}{store}")
    assert f"        super().__init__()\n        {kept}\n        if act:\n" in text
    assert f"    {field}\n" not in text


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param("    act = nn.SiLU()\n\n    def set(self, act):\n        self.act = act\n", id="set later"),
        pytest.param(
            f"    act = None\n{INIT}        self.act = nn.ReLU()\n\n\nprint(Net.act)\n", id="asked of the class"
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_moved_is_told(rest: str) -> None:
    (finding,) = [f for f in findings(HEAD + rest) if f.code == "MP309"]
    assert finding.severity == "error" and finding.fix is None
