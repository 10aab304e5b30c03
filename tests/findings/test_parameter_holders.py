"""Lists and dicts of parameters in graph mode. That what is read so is trained, and what is told is
not, was seen in a run: tests/knowledge/test_graph.py."""

from __future__ import annotations

import pytest

from .test_graph import codes, migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.scales = {made}

    def forward(self, x):
        h = self.fc(x)
        {body}
        return h
"""
LIST = "nn.ParameterList([nn.Parameter(torch.ones(4)) for _ in range(3)])"
DICT = "nn.ParameterDict({'a': nn.Parameter(torch.ones(4))})"


@pytest.mark.parametrize(
    ("made", "body"),
    [
        ("nn.ParameterList(self.fc.parameters())", "pass"),
        (LIST, "h = h if self.scales is None else h * 2"),
        (DICT, "h = h * self.scales.a"),
        (DICT, "h = h * getattr(self.scales, 'a')"),
    ],
    ids=["unread", "compared", "an attribute", "asked for"],
)
def test_left_alone(made: str, body: str) -> None:
    assert codes(NET.format(made=made, body=body)) == []
    text, left = migrated(NET.format(made=made, body=body))
    assert body in text and left == []


@pytest.mark.parametrize(
    ("made", "body", "after"),
    [
        (LIST, "h = h * self.scales[0]", "h = h * self.scales.members[0]"),
        (LIST, "h = h * self.scales[-1].abs()", "h = h * self.scales.members[-1].abs()"),
        (LIST, "h = h * len(self.scales)", "h = h * len(self.scales.members)"),
        (LIST, "a, b, c = self.scales", "a, b, c = self.scales.members"),
        (
            LIST,
            "h = sum([h * s for s in self.scales])",
            "h = sum([h * s for s in self.scales.members])",
        ),
        (DICT, "h = h * self.scales['a']", "h = h * getattr(self.scales, 'a')"),
    ],
)
def test_parameters_are_read_where_they_are_trained(made: str, body: str, after: str) -> None:
    text, left = migrated(NET.format(made=made, body=body))
    assert f"        {after}\n" in text
    assert left == []


@pytest.mark.parametrize(
    ("made", "body"),
    [
        (DICT, "h = [h * s for s in self.scales.values()][0]"),
        (DICT, "h = [h * getattr(self.scales, k) for k in self.scales][0]"),
        (f"[{LIST}]", "h = h * self.scales[0][0]"),
        (f"{LIST} if torch.cuda.is_available() else None", "h = h * self.scales[0]"),
    ],
    ids=["values", "keys", "in a list", "at times"],
)
def test_what_is_looked_up_otherwise_is_told(made: str, body: str) -> None:
    assert "MP411" in migrated(NET.format(made=made, body=body))[1]


def test_a_class_that_looks_its_parameters_up_is_told() -> None:
    source = """
from torch import nn

class Table(nn.Module):
    def __getitem__(self, i):
        return getattr(self, str(i))

    def forward(self, x):
        return x * self[0]
"""
    assert "MP411" in migrated(source)[1]


def test_what_a_network_begins_as_a_list_calls_no_method_of_a_cell() -> None:
    body = "rows = []\n        rows.append(h)\n        rows = torch.stack(rows)"
    text, left = migrated(NET.format(made=LIST, body=body))
    assert "def append(self, value)" in text and left == []


def test_a_name_that_nothing_reads_in_the_graph_may_hold_a_list_before() -> None:
    source = NET.format(made="[]", body="pass").replace(
        "    def forward", "        self.scales = nn.ParameterList(self.scales)\n\n    def forward"
    )
    assert migrated(source)[1] == []
