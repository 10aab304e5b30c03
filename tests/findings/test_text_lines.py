"""MP401: texts of several lines that ask for a type. That the compiler cannot read them was seen in a run:
tests/knowledge/test_graph.py."""

from __future__ import annotations

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target


def fixed(text: str) -> str:
    source = (
        "from mindspore import nn\n\nclass Net(nn.Cell):\n    def construct(self, x):\n"
        f"        if x.ndim != 2:\n            raise ValueError({text})\n        return x\n"
    )
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", source)
    return fix_document(document, config, Workspace(), unsafe=False).document.text


def test_a_text_of_one_line_or_of_no_type_is_left_alone() -> None:
    assert "type(x)" in fixed('f"no {type(x)}"')
    assert "__class__" not in fixed('"no; "\n                f"{x.shape}"')


def test_the_object_is_asked_for_its_class() -> None:
    text = fixed('"no; "\n                f"{type(x).__name__}"')
    assert 'f"{x.__class__.__name__}"' in text
