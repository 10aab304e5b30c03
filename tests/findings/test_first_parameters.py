"""MP402: compiled code gets the network's first parameter from a class attribute."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

HEAD = "import torch\nfrom torch import nn\n\n\n"
NET = '''class Net(nn.Module):
    """A network."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
{0}
    def forward(self, x):
        return self.fc(x.to(dtype={1}))
'''
PROPERTY = """
    @property
    def dtype(self):
        return next(self.parameters()).dtype
"""


def fixed(source: str, mode: Mode = "GRAPH") -> tuple[str, list[str]]:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    result = fix_document(Document("net.py", HEAD + source), config, Workspace(), unsafe=False)
    return result.document.text, [f.code for f in result.report.findings]


@pytest.mark.parametrize(
    ("source", "mode"),
    [
        (NET.format("", "next(self.parameters()).dtype"), "PYNATIVE"),
        (NET.format(PROPERTY, "torch.float32"), "GRAPH"),
        (NET.format("", "next(self.fc.parameters()).dtype"), "GRAPH"),
    ],
    ids=["PyNative", "in code that is not compiled", "of a part"],
)
def test_leaves_alone(source: str, mode: Mode) -> None:
    assert "FirstParameter" not in fixed(source, mode)[0]


@pytest.mark.parametrize("given", ["next(self.parameters())", "next(iter(self.parameters()))"])
def test_a_class_attribute_gives_it(given: str) -> None:
    text, left = fixed(NET.format("", f"{given}.dtype"))
    assert (
        '    """A network."""\n\n    first_parameter = FirstParameter()\n\n    def __init__' in text
    )
    assert "self.fc(x.astype(self.first_parameter.dtype))" in text
    assert left == []


def test_a_property_asks_the_same_attribute() -> None:
    asked = NET.format(PROPERTY, "self.dtype").replace(
        "self.fc(", "self.fc(next(self.parameters()) + "
    )
    text, left = fixed(asked)
    assert text.count("first_parameter = FirstParameter()") == 1
    assert text.count("self.first_parameter") == 2 and left == []


def test_another_run_changes_nothing() -> None:
    text, _ = fixed(NET.format("", "next(self.parameters()).dtype"))
    document = Document("net.py", text)
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    assert fix_document(document, config, Workspace(), unsafe=False).document.text == text
