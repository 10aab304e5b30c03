"""``encoder.train = disabled_train``: torch's train() asks a part's own, a Cell's set_train() does not."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings

HEAD = "import torch\nfrom torch import nn\n\n\ndef keep(self, mode=True):\n    return self\n\n\n"


def told(source: str) -> list[str]:
    source = HEAD + source
    found = [f for f in findings(source) if f.code == "MP218" and f.severity == "error"]
    return [source[f.span.start : f.span.end] for f in found]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("args.train = True", id="a switch"),
        pytest.param("args.eval = 'every'", id="a text"),
        pytest.param("args.train = other.count(3)", id="a number, maybe"),
        pytest.param("net.train()", id="a call"),
        pytest.param("data.test = keep", id="another name"),
    ],
)
def test_leaves_alone(line: str) -> None:
    assert told(f"{line}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("net.train = keep", id="a function"),
        pytest.param("net.encoder.train = keep.__get__(net)", id="bound"),
        pytest.param("net.eval = lambda: net", id="a lambda"),
        pytest.param("net.train = types.MethodType(keep, net)", id="a method"),
    ],
)
def test_a_method_that_nothing_calls_is_told(line: str) -> None:
    assert told(f"{line}\n") == [line.partition(" = ")[0]]


def test_of_a_layer_and_of_a_class() -> None:
    source = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(3)
        self.norm.train = keep

    def forward(self, x):
        return self.norm(x)


Net.train = keep
"""
    assert told(source) == ["self.norm.train", "Net.train"]
