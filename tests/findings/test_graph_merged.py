"""MP407 of tensors that graph mode holds once, and that are changed in place."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, mended


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("y = self.fc(x)\ny += x\nreturn y", id="one tensor"),
        pytest.param("n = 0\nfor m in x.shape:\n    n += m\nreturn x * n", id="numbers"),
        pytest.param(
            "loss = 0\nfor y in x:\n    loss += self.fc(y).sum()\nreturn loss", id="new addends"
        ),
        pytest.param("y = self.fc(x)\ny[0] = 2\ny += 1\nreturn y", id="item set before"),
        pytest.param("x += 1\nx[0] = 2\nreturn self.fc(x)", id="argument"),
        pytest.param("a = torch.zeros(3)\na[0] = 1\nreturn a.add_(x)", id="other changes"),
        pytest.param("a = torch.zeros(3)\na = a + x\nreturn a", id="new value"),
        pytest.param(
            "start, y = 0, x\nfor n in (1, 2):\n    y = x[start : start + n]\n    start += n\nreturn y",
            id="places",
        ),
        pytest.param("n, m = 2, 2\nn += m\nreturn x * n", id="numbers of the same value"),
        pytest.param(
            "y = x * 2\nx = x + 1\nz = x * 2\nz += 1\nreturn y + z", id="another value between"
        ),
        pytest.param("y = x.relu()\ny = y.relu()\ny += x\nreturn y.relu()", id="of its own name"),
        pytest.param(
            "y = torch.relu(x)\nz = y + x\nz *= 2\ny = x * 3\nw = y + x\nreturn z * w",
            id="of a name with two values",
        ),
        pytest.param("y = x.repeat(2, 1)\ny += 1\nreturn y.sum() * x", id="repeated"),
        pytest.param("y = torch.roll(x, -1, 0)\ny += 1\nreturn y * x", id="rolled"),
        pytest.param("y = torch.rot90(x)\ny += 1\nreturn y.sum() * x", id="turned"),
        pytest.param("h = self.fc(x)\ny = h.repeat(1, 1)\ny += 1\nreturn y", id="not read again"),
        pytest.param("h = self.fc(x)\ny = h + x\ny += 1\nreturn y * h", id="sum of two"),
        pytest.param("h = self.fc(x)\ny = h + 0.5\ny += 1\nreturn y * h", id="number"),
        pytest.param("a = torch.rand(3)\nb = torch.rand(3)\nb += x\nreturn a, b", id="drawn"),
        pytest.param(
            "for k in range(3):\n    y = self.fc(x)\n    y += x\n    x = y\nreturn x",
            id="another value in each round",
        ),
    ],
)
def test_what_is_right_is_left_alone(body: str) -> None:
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("out = torch.zeros(3, 4)\nout += x\nreturn out", "out = out + x"),
        ("out = torch.zeros_like(x)\nout -= x * 2\nreturn out", "out = out - (x * 2)"),
        ("out = x.new_ones(3)\nout *= x + 1\nreturn out", "out = out * (x + 1)"),
        ("m = torch.arange(4).float()\nm /= 4\nreturn x * m", "m = m / 4"),
        ("out = torch.zeros(x.shape[0], 4)\nout[:, 0] += x[:, 1]\nreturn out",
         "out[:, 0] = out[:, 0] + x[:, 1]"),
        ("out = torch.zeros(3, 4)\nout.copy_(x)\nreturn out", "out[...] = x"),
        ("a = x * 2\nb = x * 2\nb += 1\nreturn a + b", "b = b + 1"),
        ("y = torch.relu(x)\nz = y + x\nz *= 2\nw = torch.relu(x) + x\nreturn z * w", "z = z * 2"),
        ("s = 0\nfor k in range(3):\n    y = x * 2\n    y += 1\n    s = s + y\nreturn s", "y = y + 1"),
        ("a = self.fc(x).sum()\nloss = 0\nloss += a\nreturn loss, a", "loss = loss + a"),
        ("loss = 0.0\nfor one in x:\n    loss += one.squeeze(0)\nreturn loss",
         "loss = loss + one.squeeze(0)"),
        ("a = [x.sum(), x.mean()]\ntotal = sum(a)\ntotal += 1\nreturn total, a", "total = total + 1"),
        ("a = x + 0\na += 1\nreturn a, x", "a = a + 1"),
        ("d = {'a': torch.zeros(1)}\nd['a'] += x.sum()\nreturn d['a']", "d['a'] = d['a'] + x.sum()"),
        ("y = self.fc(x)\ny += 3\ny[0] = 1\nreturn y", "y = y + 3"),
        ("h = self.fc(x)\ny = h.repeat(1, 1)\ny += h\nreturn y * h", "y = y + h"),
        ("h = self.fc(x)\ny = torch.tile(h, (x.shape[0] // 2, 1))\ny *= 2\nreturn y[:1] * h[:1]", "y = y * 2"),
        ("h = self.fc(x)\ny = torch.roll(h, x.shape[0] - 4, 0)\ny += 1\nreturn y * h", "y = y + 1"),
        ("h = self.fc(x)\ny = torch.rot90(h, 0)\ny += 1\nreturn y * h", "y = y + 1"),
        ("h = self.fc(x)\ny = h.double().float()\ny += 1\nreturn y * h", "y = y + 1"),
        ("h = self.fc(x)\ny = torch.zeros(4) + h\ny += 1\nreturn y * h", "y = y + 1"),
        ("n = len(x.shape) - 2\nh = self.fc(x)\ny = h + n\ny += 1\nreturn y * h", "y = y + 1"),
        ("y = x.repeat(1, 1)\ny += 1\nreturn y", "y = y + 1"),
        ("d = [0, 0]\ny = x.sum()\nd[0] += y\nreturn d[0] * y", "d[0] = d[0] + y"),
    ],
)  # fmt: skip
def test_it_gets_a_new_tensor(body: str, written: str) -> None:
    source = forward(body)
    [finding] = found(source)
    assert (finding.code, finding.severity) == ("MP407", "warning")
    assert finding.fix is not None and finding.fix.applicability == "safe"
    text = mended(source)
    assert written in text
    assert "MP407" not in codes(text)


def test_what_something_else_holds_is_told_alone() -> None:
    body = "a = x * 2\nb = x * 2\nkept = {'b': b}\nb += 1\nreturn a, kept['b']"
    [finding] = found(forward(body))
    assert (finding.code, finding.fix) == ("MP407", None)
    assert "b = b + ..." in finding.message.en and finding.message.zh


def test_what_holds_it_behind_the_change_is_no_hindrance() -> None:
    body = "a = x.sum()\nloss = 0\nloss += a\nparts = {'a': a, 'all': loss}\nreturn loss, parts"
    assert "loss = loss + a" in mended(forward(body))


REPEATED = """
import torch
from torch import nn

def scaled(y):
        {0}
        return z

class Part(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.k = k

    def forward(self, y):
        {0}
        return z

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.first, self.second = Part(2), Part(2)
        self.third = self.first
        self.parts = nn.ModuleList([Part(k) for k in (2, 2)])

    def part(self, y):
        {0}
        return z

    def forward(self, x):
        h = self.fc(x)
        {1}
"""


def repeated(change: str, calls: str) -> list[str]:
    change, calls = (one.replace("; ", "\n        ") for one in (change, calls))
    return codes(REPEATED.format(change, calls))


@pytest.mark.parametrize(
    ("change", "calls"),
    [
        ("z = y * 2; z += 1", "return scaled(h) * scaled(x)"),
        ("z = y * 2; z += 1", "return self.first(h) * self.second(x)"),
        ("z = y * 2; z += 1", "a = scaled(h); h = h + 1; return a * scaled(h)"),
        ("z = y * 2; z += 1", "return scaled(h) * 2 if self.training else scaled(h)"),
        ("z = y * 2; z += 1", "if self.training:;     return scaled(h) * 2; return scaled(h)"),
        ("z = y * 2; z = z + 1", "return scaled(h) * scaled(h)"),
        ("z = y * 2; z[0] = 1", "return scaled(h) * scaled(h)"),
        ("z = y * 2; z += 1", "for part in self.parts:;     h = part(h); return h"),
        ("z = y * 2; z += 1", "return self.parts[0](h) * self.parts[1](x)"),
    ],
)
def test_calls_that_give_other_tensors_are_left_alone(change: str, calls: str) -> None:
    assert repeated(change, calls) == []


@pytest.mark.parametrize(
    "calls",
    [
        "return scaled(h) * scaled(h)",
        "a = scaled(h); b = scaled(h); return a * b",
        "return self.part(h) * self.part(h)",
        "return self.first(h) * self.second(h)",
        "return self.first(h) * self.first(h)",
        "return sum(scaled(h) * k for k in range(3))",
        "return torch.stack([part(h) for part in self.parts]).sum(0)",
        "return self.parts[0](h) * self.parts[1](h)",
        "for k, part in enumerate(self.parts):;     x = x + part(h) * k; return x",
    ],
)
@pytest.mark.parametrize(
    "change", ["z = y * 2; z += 1", "z = y.clone(); z *= y", "y = y - y.mean(); y /= 2; z = y"]
)
def test_calls_with_the_same_arguments_give_one_tensor(change: str, calls: str) -> None:
    assert repeated(change, calls) == ["MP407"]


def test_what_a_layer_gives_is_another_tensor_in_another_cell() -> None:
    change = "z = self.fc(y); z += y"
    assert repeated("z = y", "return h") == []
    for calls, expected in (
        ("return self.first(h) * self.second(h)", []),
        ("return sum(part(h) for part in self.parts)", []),
        ("return self.first(h) * self.first(h)", ["MP407"]),
    ):
        source = REPEATED.replace("def scaled(y):\n        {0}\n        return z\n", "").replace(
            "    def part(self, y):\n        {0}\n        return z\n", ""
        )
        assert codes(source.format(change.replace("; ", "\n        "), calls)) == expected
