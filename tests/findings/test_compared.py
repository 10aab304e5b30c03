"""``type(m) == nn.Linear``: the class that layers are made of, where the file makes them itself."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
MADE = "net = nn.Sequential(nn.Linear(3, 4), nn.Conv2d(3, 4, 3))\n"
INIT = "def init(m):\n    return {}\n"


def doubts(source: str) -> int:
    return sum("Layers that are made elsewhere" in f.message.en for f in findings(HEADER + source))


@pytest.mark.parametrize(
    "line",
    [
        "type(m) == nn.Linear",
        "type(m) is nn.Linear or type(m) is nn.Conv2d",
        "type(m) in (nn.Linear, nn.Conv2d)",
        "type(m) in [nn.Linear, nn.Conv2d]",
        "nn.Linear != type(m)",
        "m.__class__ is nn.Linear",
    ],
)
def test_names_mindspores_class(line: str) -> None:
    source = INIT.format(line) + MADE
    after = line.replace("nn.Linear", "mint.nn.Linear")
    assert after in fixed(HEADER + source)
    assert doubts(source) == 0


PADDED = "net = nn.Conv2d(3, 4, 3, padding=1, padding_mode='reflect')\n"
TABLE = "net = nn.Embedding(5, 3, padding_idx=0)\n"


@pytest.mark.parametrize(
    ("line", "made", "after"),
    [
        ("type(m) == nn.Embedding", TABLE, "isinstance(m, nn.Embedding)"),
        ("nn.Embedding is not m.__class__", TABLE, "not isinstance(m, nn.Embedding)"),
        (
            "type(m) in [nn.Linear, nn.Conv2d]",
            PADDED + "b = nn.Linear(3, 4)\n",
            "isinstance(m, (mint.nn.Linear, nn.Conv2d))",
        ),
        ("type(m) not in (nn.Conv2d,)", PADDED, "not isinstance(m, nn.Conv2d)"),
    ],
)
def test_asks_for_an_instance_where_a_class_of_its_own_is_made(
    line: str, made: str, after: str
) -> None:
    source = INIT.format(line) + made
    assert f"return {after}\n" in fixed(HEADER + source)
    assert doubts(source) == 0


def test_a_class_that_derives_from_it_stays_apart() -> None:
    source = INIT.format("type(m) == nn.Embedding") + TABLE + "class Own(nn.Embedding):\n    pass\n"
    assert doubts(source) == 1
    assert "type(m) == nn.Embedding" in fixed(HEADER + source)


@pytest.mark.parametrize("line", ["type(m) == nn.Conv2d", "type(m) is nn.Linear"])
def test_layers_of_other_files_are_asked_for_as_instances(line: str) -> None:
    source = HEADER + INIT.format(line)
    assert f"return {line}" in fixed(source)
    assert "return isinstance(m, " in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "source",
    [
        INIT.format("type(m) == nn.Linear"),
        INIT.format("type(m) == nn.Linear") + MADE + "layers = {'a': nn.Linear}\n",
        INIT.format("type(m) == nn.Linear") + MADE + "class Own(nn.Linear):\n    pass\n",
    ],
)
def test_is_told_where_layers_may_be_of_another_class(source: str) -> None:
    assert doubts(source) == 1
    assert "type(m) == nn.Linear" in fixed(HEADER + source)


def test_a_tensors_class_is_a_tensors_class() -> None:
    source = INIT.format("type(m) == torch.Tensor")
    assert "type(m) == ms.Tensor" in fixed(HEADER + source)


NAMED = "def init(m, n):\n    t = type(m)\n    {}return {}\n"


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("t is nn.Embedding", "isinstance(m, nn.Embedding)"),
        ("t in (nn.Embedding, nn.Linear)", "isinstance(m, (nn.Embedding, mint.nn.Linear))"),
        ("t != nn.Embedding", "not isinstance(m, nn.Embedding)"),
    ],
)
def test_the_type_may_have_a_name(line: str, after: str) -> None:
    made = TABLE + "b = nn.Linear(3, 4)\n"
    assert f"return {after}\n" in fixed(HEADER + NAMED.format("", line) + made)


@pytest.mark.parametrize("between", ["m = n\n    ", "t = type(n)\n    "])
def test_a_name_that_may_mean_another_type_is_left(between: str) -> None:
    source = NAMED.format(between, "t is nn.Embedding") + TABLE
    assert "isinstance" not in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("test", "parameter"),
    [
        ("type(m) is nn.LayerNorm", "m.gamma"),
        ("t in (nn.LayerNorm, nn.Linear)", 'layer_parameter(m, "weight")'),
    ],
)
def test_tells_what_the_layer_is(test: str, parameter: str) -> None:
    source = f"def init(m):\n    t = type(m)\n    if {test}:\n        nn.init.ones_(m.weight)\n"
    assert parameter in fixed(HEADER + source)
