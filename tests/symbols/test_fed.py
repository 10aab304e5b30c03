"""How many axes what a layer is called with has, where a class makes it and its methods call it."""

from __future__ import annotations

import ast

import pytest

from mindport.nodes import find
from mindport.symbols.fed import fed_axes


def fed(*forward: str, layers: tuple[str, ...] = ()) -> int:
    """The axes of what ``self.drop`` is called with."""
    made = "".join(f"        {line}\n" for line in ("self.drop = nn.Dropout2d()", *layers))
    body = "".join(f"        {line}\n" for line in forward)
    source = (
        f"class Net(nn.Module):\n    def __init__(self):\n{made}    def forward(self, x):\n{body}"
    )
    cls = ast.parse(source).body[0]
    assert isinstance(cls, ast.ClassDef)
    call = next(c for c in find(cls, ast.Call) if ast.unparse(c) == "nn.Dropout2d()")
    return fed_axes(call, cls.body[0], cls)


@pytest.mark.parametrize(
    "forward",
    [
        pytest.param(("x = self.conv(x)", "x = self.drop(x)"), id="a layer that may do anything"),
        pytest.param(("x = torch.flatten(x, 1)", "x = self.other(x)"), id="not called"),
        pytest.param(("x = torch.flatten(x, 2)", "x = self.drop(x)"), id="flat from the third on"),
        pytest.param(("x = x.view(-1)", "x = self.drop(x)"), id="a size, or a shape"),
        pytest.param(("x = x.view(*sizes, 3)", "x = self.drop(x)"), id="sizes that do not show"),
        pytest.param(
            ("x = x.flatten(1)", "if self.k:", "    x = self.conv(x)", "x = self.drop(x)"),
            id="bound again in a branch",
        ),
        pytest.param(("for x in parts:", "    x = self.drop(x)"), id="from a loop"),
    ],
)
def test_is_not_known(forward: tuple[str, ...]) -> None:
    assert fed(*forward) == -1


@pytest.mark.parametrize(
    ("forward", "axes"),
    [
        pytest.param(("x = torch.flatten(x, 1)", "return self.drop(x)"), 2, id="a function"),
        pytest.param(("return self.drop(F.relu(x.flatten(1)))",), 2, id="one in the other"),
        pytest.param(("x = x.view(-1, 3 * 4)", "x = x.relu()", "return self.drop(x)"), 2, id="sizes"),
        pytest.param(("y = x.reshape((n, 3, -1))", "return self.drop(y)"), 3, id="a tuple of sizes"),
        pytest.param(
            ("x = x.view(n, -1)", "x = F.relu(self.fc(x))", "return self.drop(x)"), 2, id="a layer"
        ),
        pytest.param(
            ("y = self.drop(x.view(n, 3, 4, 5))", "return self.drop(x.view(n, 3, -1))"),
            3,
            id="the fewest of several calls",
        ),
    ],
)  # fmt: skip
def test_is_told_by_the_statements_before(forward: tuple[str, ...], axes: int) -> None:
    assert fed(*forward, layers=("self.fc = nn.Linear(12, 3)",)) == axes


def test_a_layer_that_is_made_in_two_ways_tells_nothing() -> None:
    layers = ("self.fc = nn.Linear(12, 3)", "self.fc = nn.Conv1d(3, 3, 1)")
    assert fed("return self.drop(self.fc(x.view(n, -1)))", layers=layers) == -1
