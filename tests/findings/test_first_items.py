"""MP402: the first item of a dict in compiled code."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

NET = """\
from mindspore import nn


class Net(nn.Cell):
    def construct(self, d):
        return {0}
"""


def fixed(given: str, mode: Mode = "GRAPH") -> str:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    document = Document("net.py", NET.format(given))
    text = fix_document(document, config, Workspace(), unsafe=False).document.text
    return text.rpartition("return ")[2].strip()


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ("next(iter(d.values()))", "PYNATIVE"),
        ("next(iter(d))", "GRAPH"),
        ("next(d.values())", "GRAPH"),
        ("next(iter(d.values()), None)", "GRAPH"),
    ],
)
def test_leaves_alone(given: str, mode: Mode) -> None:
    assert fixed(given, mode) == given


@pytest.mark.parametrize("view", ["keys", "values", "items"])
def test_is_that_of_a_list(view: str) -> None:
    assert fixed(f"next(iter(d.{view}()))[0]") == f"list(d.{view}())[0][0]"
