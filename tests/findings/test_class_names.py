"""Layers that are told apart by the names of their classes, which MindSpore's may not have."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = "from torch import nn\n\n\ndef f(m, name):\n    net = nn.Linear(2, 3)\n    kind = m.__class__.__name__\n"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("kind == 'Linear'", id="the same name"),
        pytest.param("kind.find('Conv') != -1", id="a part of both names"),
        pytest.param("'Sequential' in kind", id="the beginning of MindSpore's name"),
        pytest.param("name == 'Sequential'", id="another text"),
        pytest.param("f.__name__ == 'Sequential'", id="the name of a function"),
        pytest.param("kind == 'Sequence'", id="no layer of torch's"),
        pytest.param("kind in ('Sequential', 'SequentialCell')", id="asked for already"),
    ],
)
def test_leaves_alone(line: str) -> None:
    source = f"{HEAD}    return {line}\n"
    assert not [f for f in findings(source) if f.code == "MP301"]
    assert f"    return {line}\n" in fixed(source, unsafe=True)


def test_a_class_of_ones_own_is_called_what_it_was() -> None:
    source = HEAD.replace("\n\n\ndef", "\n\n\nclass Sequential(list):\n    pass\n\n\ndef")
    source += "    return kind == 'Sequential'\n"
    assert "return kind == 'Sequential'" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("kind == 'Sequential'", 'kind in ("Sequential", "SequentialCell")'),
        ("kind != 'Sequential'", 'kind not in ("Sequential", "SequentialCell")'),
        ("type(m).__name__ == 'ModuleList'", 'type(m).__name__ in ("ModuleList", "CellList")'),
        ("m._get_name() in ['Sequential']", "m._get_name() in ['Sequential', \"SequentialCell\"]"),
    ],
)
def test_mindspores_name_is_asked_for_as_well(line: str, expected: str) -> None:
    assert f"    return {expected}\n" in fixed(f"{HEAD}    return {line}\n")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("kind == 'InstanceNorm2d'", id="another layer is called so"),
        pytest.param("kind.find('ModuleList') != -1", id="no part of MindSpore's name"),
        pytest.param("'Sequential' == kind", id="the other way round"),
    ],
)
def test_what_cannot_be_asked_is_told(line: str) -> None:
    (found,) = [f for f in findings(f"{HEAD}    return {line}\n") if f.code == "MP301"]
    assert (found.severity, found.fix) == ("error", None)
