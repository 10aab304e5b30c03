"""MP407: a stride in an object of settings, asked for while a network computes."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target


def fixed(kept: str, test: str) -> str:
    lines = [
        "from torch import nn", "", "", "class Block(nn.Module):",
        "    def __init__(self, args):", "        super().__init__()", f"        {kept}",
        "        self.fc = nn.Linear(4, 4)", "", "    def forward(self, x):",
        "        y = self.fc(x)", f"        if {test}:", "            y = y + x",
        "        return y", "",
    ]  # fmt: skip
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", "\n".join(lines))
    return fix_document(document, config, Workspace(), unsafe=False).document.text


@pytest.mark.parametrize(
    ("kept", "test"),
    [
        ("self.args = args", "self.args.width == 1"),
        ("self.args = args", "self.args.stride == self.args.padding"),
        ("self.stride = args.stride", "self.stride == 1"),
        ("self.conv = nn.Conv1d(4, 4, 1)", "self.conv.stride == 1"),
    ],
)
def test_left_alone(kept: str, test: str) -> None:
    text = fixed(kept, test)
    assert f"        if {test}:\n" in text
    assert text.count("stride") == f"{kept}{test}".count("stride")


def test_it_is_kept_as_an_attribute_of_the_cell() -> None:
    text = fixed("self.args = args", "self.args.stride == 1 and self.args.skip")
    assert "        self.args = args\n        self.stride = args.stride\n" in text
    assert "        if self.stride == 1 and self.args.skip:\n" in text


def test_a_name_that_the_class_has_is_not_taken() -> None:
    text = fixed("self.args = args\n        self.stride = 3", "self.args.stride == 1")
    assert "        self.args = args\n        self._stride = args.stride\n" in text
    assert "        if self._stride == 1:\n" in text
