"""Classes that a fix copies into a file: what other files make is of another class."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch.utils.data import DataLoader, Subset, random_split\n\n\n"
ASKED = "def f(x):\n    return isinstance(x, {})\n"


def told(source: str) -> list[tuple[str, str]]:
    return [
        (f.symbol, f.severity)
        for f in findings(source)
        if "copy of its own" in f.message.en and f.fix is None
    ]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + ASKED.format("DataLoader") + "\n\ndef g(data):\n    return DataLoader(data)\n",
        HEAD + ASKED.format("Subset") + "\n\ndef g(data):\n    return random_split(data, [2, 3])\n",
        HEAD + ASKED.format("DataLoader") + "\n\nclass Own(DataLoader):\n    pass\n",
        HEAD + ASKED.format("torch.nn.Conv2d"),
        HEAD + ASKED.format("torch.Tensor"),
    ],
    ids=["made here", "made by a function", "derived from", "a layer", "a tensor"],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    ("asked", "symbol"),
    [
        ("DataLoader", "torch.utils.data.DataLoader"),
        ("(list, DataLoader)", "torch.utils.data.DataLoader"),
        ("torch.distributions.Normal", "torch.distributions.Normal"),
    ],
)
def test_what_only_other_files_make_is_told(asked: str, symbol: str) -> None:
    source = HEAD + ASKED.format(asked)
    assert told(source) == [(symbol, "error")]
    assert "class DataLoader" not in fixed(source, unsafe=True)


def test_the_fixes_of_a_file_stay_what_they_were() -> None:
    source = HEAD + ASKED.format("DataLoader") + "\n\ndef g(data):\n    return DataLoader(data)\n"
    text = fixed(source)
    assert "return isinstance(x, DataLoader)\n" in text and "import torch" not in text
    assert fixed(text) == text


WRAPPED = "from torch import nn\nfrom torch.nn.parallel import DistributedDataParallel as DDP\n\n\n"


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("isinstance(net, DDP)", 'hasattr(net, "module")'),
        ("not isinstance(net, (nn.DataParallel, DDP))", 'not hasattr(net, "module")'),
        ("type(net) in (nn.DataParallel, DDP)", 'hasattr(net, "module")'),
        ("type(net) is not DDP", 'not hasattr(net, "module")'),
    ],
)
def test_wrapped_networks_are_asked_for_their_module(asked: str, after: str) -> None:
    source = WRAPPED + f"def bare(net):\n    return net.module if {asked} else net\n"
    assert asked in fixed(source)
    assert f"return net.module if {after} else net\n" in fixed(source, unsafe=True)


def test_wrapped_networks_beside_another_class_stay_marked() -> None:
    source = WRAPPED + "def f(net):\n    return isinstance(net, (DDP, list))\n"
    assert "isinstance(net, (DDP, list))" in fixed(source, unsafe=True)
