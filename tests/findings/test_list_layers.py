"""Lists of layers that compute something themselves, and objects with ``__iter__``, in graph mode."""

from __future__ import annotations

import pytest

from .test_graph import codes, found, migrated

LIST = """
from torch import nn


class Stack(nn.ModuleList):
    def {method}(self, x):
        for layer in self:
            x = layer(x)
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = Stack([nn.Linear(4, 4), nn.Linear(4, 4)])

    def forward(self, x):
        return {call}
"""
WITH_INIT = LIST.replace(
    "    def {method}",
    "    def __init__(self, layers):\n        super().__init__(layers)\n        self.depth = 2\n\n"
    "    def {method}",
)


@pytest.mark.parametrize("method", ["forward", "run"])
@pytest.mark.parametrize("source", [LIST, WITH_INIT], ids=["without", "with a constructor"])
def test_a_list_of_layers_is_called_like_any_cell(source: str, method: str) -> None:
    call = "self.layers(x)" if method == "forward" else "self.layers.run(x)"
    text, left = migrated(source.format(method=method, call=call))
    written = (
        "        super().__init__(layers)\n        self.depth = 2\n"
        if source is WITH_INIT
        else "    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n"
    )
    assert f"{written}        del self.__cell_as_list__\n" in text
    assert left == []


def test_a_list_that_computes_nothing_is_left_alone() -> None:
    source = """
from torch import nn


class Stack(nn.ModuleList):
    def __init__(self, count):
        super().__init__([nn.Linear(4, 4) for _ in range(count)])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = Stack(2)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
"""
    text, left = migrated(source)
    assert "__cell_as_list__" not in text
    assert left == []


OWN = """
from torch import nn


class Chain(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)
{methods}
    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chain = Chain(nn.Linear(4, 4), nn.Tanh())

    def forward(self, x):
        for layer in {iterated}:
            x = x + 1
        return x
"""
ITER = "\n    def __iter__(self):\n        return iter(self.layers)\n"
PLACES = (
    "\n    def __len__(self):\n        return len(self.layers)\n"
    "\n    def __getitem__(self, i):\n        return self.layers[i]\n"
)


@pytest.mark.parametrize(
    ("methods", "iterated"),
    [
        (ITER, "self.chain.layers"),
        (PLACES, "self.chain"),
        (ITER + PLACES, "self.chain"),
        (ITER, "range(2)"),
    ],
)
def test_loops_that_are_left_alone(methods: str, iterated: str) -> None:
    assert codes(OWN.format(methods=methods, iterated=iterated)) == []


@pytest.mark.parametrize("iterated", ["self.chain", "enumerate(self.chain)", "zip(self.chain, x)"])
def test_an_object_with_iter_alone_is_told(iterated: str) -> None:
    source = OWN.format(methods=ITER, iterated=iterated)
    assert codes(source) == ["MP402"]
    assert "MP402" in migrated(source)[1]
    assert found(source, "PYNATIVE") == []
