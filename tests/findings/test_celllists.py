"""Lists, sequences and dicts of layers that begin empty keep their parameters apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import fixed

HEADER = "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"


@pytest.mark.parametrize(
    "body",
    [
        "        self.a = nn.ModuleList()\n        self.a.append(nn.Linear(2, 2))\n",
        "        self.a = nn.ModuleList([nn.Linear(2, 2)])\n"
        "        self.b = nn.ModuleList([nn.Linear(2, 2)])\n",
        "        self.a = nn.ModuleList()\n        self.b = nn.ModuleList()\n",
        "        self.a = nn.Sequential()\n        self.a.append(nn.Linear(2, 2))\n"
        "        self.b = nn.Sequential(nn.Linear(2, 2))\n",
        "        self.a = nn.ModuleDict()\n        self.b = nn.Sequential()\n        print(self.a['x'])\n",
        "        if deep:\n            self.a = nn.ModuleList()\n            self.a.append(nn.Linear(2, 2))\n"
        "        else:\n            self.a = nn.ModuleList()\n            self.a.append(nn.Linear(3, 3))\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "update_parameters_name" not in fixed(HEADER + body)


def test_leaves_alone_what_gets_its_place_when_it_is_filled() -> None:
    body = (
        "        a, b = nn.ModuleList(), nn.ModuleList()\n        a.append(nn.Linear(2, 2))\n"
        "        b.append(nn.Linear(2, 2))\n        self.a, self.b = a, b\n"
    )
    assert "update_parameters_name" not in fixed(HEADER + body)


NAMED = '        self.a.update_parameters_name("a.")\n        self.b.update_parameters_name("b.")\n'


@pytest.mark.parametrize(
    "made",
    [
        "        a = self.a = nn.ModuleList()\n        b = self.b = nn.ModuleList()\n",
        "        a = nn.ModuleList()\n        b = nn.ModuleList()\n        self.a = a\n        self.b = b\n",
        "        a = nn.ModuleList()\n        self.a = a\n        b = nn.ModuleList()\n"
        "        self.add_module('b', b)\n",
    ],
)
def test_names_are_kept_apart_that_a_local_name_fills(made: str) -> None:
    fill = "        for _ in range(2):\n            a.append(nn.Linear(2, 2))\n            b += [nn.Linear(2, 2)]\n"
    assert fixed(HEADER + made + fill).endswith(NAMED)


def test_names_are_kept_apart_of_what_a_branch_makes_and_is_filled_behind() -> None:
    body = (
        "        self.a = nn.ModuleList()\n        if deep:\n"
        "            self.b = nn.ModuleList()\n        for _ in range(2):\n"
        "            self.a.append(nn.Linear(2, 2))\n            if deep:\n"
        "                self.b.append(nn.Linear(2, 2))\n"
    )
    assert fixed(HEADER + body).endswith(
        '        self.a.update_parameters_name("a.")\n'
        '        if getattr(self, "b", None) is not None:\n'
        '            self.b.update_parameters_name("b.")\n'
    )


def test_the_names_are_set_before_a_method_ends() -> None:
    body = (
        "        self.make()\n\n    def make(self):\n        self.a = nn.ModuleList()\n"
        "        self.b = nn.ModuleList()\n        self.a.append(nn.Linear(2, 2))\n"
        "        self.b.append(nn.Linear(2, 2))\n        return self.a\n"
    )
    assert fixed(HEADER + body).endswith(f"{NAMED}        return self.a\n")


def test_names_are_kept_apart_in_a_method() -> None:
    body = (
        "        self.make()\n\n    def make(self):\n        self.a = nn.ModuleList()\n"
        "        self.b = nn.ModuleList()\n        self.a.append(nn.Linear(2, 2))\n"
        "        self.b.append(nn.Linear(2, 2))\n"
    )
    assert fixed(HEADER + body).endswith(NAMED)


@pytest.mark.parametrize("called", ["self.add()", "for _ in range(2):\n            self.add()"])
def test_names_are_kept_apart_that_a_method_fills(called: str) -> None:
    body = (
        f"        self.a = nn.ModuleList()\n        self.b = nn.ModuleList()\n        {called}\n"
        "\n    def add(self):\n        self.a.append(nn.Linear(2, 2))\n"
        "        self.b.append(nn.Linear(2, 2))\n"
    )
    assert f"{called}\n{NAMED}\n    def add(self):\n" in fixed(HEADER + body)
    unseen = body.replace(called, "pass")
    assert "update_parameters_name" not in fixed(HEADER + unseen)


@pytest.mark.parametrize("empty", ["", "[]"])
def test_names_are_kept_apart(empty: str) -> None:
    body = (
        f"        self.a = nn.ModuleList({empty})\n        self.b = nn.ModuleList({empty})\n"
        "        for _ in range(2):\n            self.a.append(nn.Linear(2, 2))\n"
        "            self.b.append(nn.Linear(2, 2))\n"
    )
    text = fixed(HEADER + body + "\n    def forward(self, x):\n        return x\n")
    assert (
        "            self.b.append(mint.nn.Linear(2, 2))\n"
        '        self.a.update_parameters_name("a.")\n'
        '        self.b.update_parameters_name("b.")\n'
    ) in text


@pytest.mark.parametrize("base", ["from torch import nn\nclass Base(nn.Module): ...\n",
                                  "from mindspore import nn\nclass Base(nn.Cell): ...\n"])  # fmt: skip
def test_names_are_kept_apart_whichever_file_is_moved_first(tmp_path: Path, base: str) -> None:
    (tmp_path / "base.py").write_text(base)
    body = (
        "        self.a = nn.ModuleList([])\n        self.b = nn.ModuleList([])\n"
        "        for _ in range(2):\n            self.a.append(nn.Linear(2, 2))\n"
        "            self.b.append(nn.Linear(2, 2))\n"
    )
    source = "from base import Base\n" + (HEADER + body).replace("nn.Module)", "Base)")
    text = fixed(source, path=str(tmp_path / "net.py"))
    assert text.endswith(
        '        self.a.update_parameters_name("a.")\n        self.b.update_parameters_name("b.")\n'
    )


def test_names_are_kept_apart_that_one_line_makes() -> None:
    body = (
        "        self.a, self.b = nn.ModuleList(), nn.ModuleList()\n"
        "        self.a.append(nn.Linear(2, 2))\n        self.b.append(nn.Linear(2, 2))\n"
    )
    assert (
        '        self.a.update_parameters_name("a.")\n        self.b.update_parameters_name("b.")\n'
    ) in fixed(HEADER + body)


def test_one_that_a_branch_takes_away_is_asked_for_first() -> None:
    body = (
        "        self.a = nn.ModuleList()\n        self.b = nn.ModuleList()\n"
        "        self.b.append(nn.Linear(2, 2))\n        if deep:\n"
        "            self.a.append(nn.Linear(2, 2))\n        else:\n            self.a = None\n"
    )
    assert (
        "        if self.a is not None:\n"
        '            self.a.update_parameters_name("a.")\n'
        '        self.b.update_parameters_name("b.")\n'
    ) in fixed(HEADER + body)


def test_names_are_kept_apart_in_a_branch() -> None:
    body = (
        "        if deep:\n            self.a = nn.ModuleList()\n            self.b = nn.ModuleList()\n"
        "            for _ in range(2):\n                self.a.append(nn.Linear(2, 2))\n"
        "                self.b.append(nn.Linear(2, 2))\n        else:\n            self.a = nn.Linear(2, 2)\n"
    )
    assert (
        "                self.b.append(mint.nn.Linear(2, 2))\n"
        '            self.a.update_parameters_name("a.")\n'
        '            self.b.update_parameters_name("b.")\n        else:\n'
    ) in fixed(HEADER + body)


@pytest.mark.parametrize(
    ("empty", "fill"),
    [
        ("nn.Sequential()", "self.{}.append(nn.Linear(2, 2))"),
        ("nn.Sequential()", "self.{}.add_module('net', nn.Linear(2, 2))"),
        ("nn.ModuleDict()", "self.{}['net'] = nn.Linear(2, 2)"),
        ("nn.ModuleDict({{}})", "self.{}.update({{'net': nn.Linear(2, 2)}})"),
    ],
)
def test_names_are_kept_apart_in_whatever_is_filled(empty: str, fill: str) -> None:
    lines = [f"self.{name} = {empty.format()}" for name in "ab"] + [fill.format(n) for n in "ab"]
    text = fixed(HEADER + "".join(f"        {line}\n" for line in lines))
    for name in "ab":
        assert f'        self.{name}.update_parameters_name("{name}.")\n' in text


@pytest.mark.parametrize(
    "body",
    [
        "        self.a = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])\n",
        "        self.a = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])\n",
        "        self.a = nn.ModuleList()\n        self.b = []\n        self.b.append(None)\n",
        "        make = lambda: nn.ReLU()\n        self.a = nn.ModuleList()\n        self.a.append(make())\n",
        "        layer = nn.ReLU()\n        self.a = nn.ModuleList()\n        self.a.append(layer)\n"
        "\n    def other(self):\n        layer = None\n",
    ],
)
def test_a_list_without_gaps_is_a_cell_list(body: str) -> None:
    assert "self.a = nn.CellList(" in fixed(HEADER + body)


@pytest.mark.parametrize(
    "body",
    [
        "        self.a = nn.ModuleList([nn.ReLU(), None])\n",
        "        self.a = nn.ModuleList([nn.ReLU() if i else None for i in range(3)])\n",
        "        self.a = nn.ModuleList()\n        self.a.append(nn.ReLU() if self.deep else None)\n",
        "        self.a = nn.ModuleList([])\n        self.a.append(None)\n",
        "        self.a = nn.ModuleList()\n        layer = nn.ReLU() if self.deep else None\n"
        "        self.a.append(layer)\n",
        "        make = lambda: (nn.ReLU() if self.deep else None)\n        self.a = nn.ModuleList()\n"
        "        for _ in range(3):\n            self.a.append(make())\n",
    ],
)
def test_a_list_that_may_get_none_takes_it(body: str) -> None:
    text = fixed(HEADER + body)
    assert "class ModuleList(nn.CellList):" in text
    assert "self.a = ModuleList(" in text
