"""Numbers of NumPy's before tensors are taken with item(), so that the result stays a tensor."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import findings, fixed
from .test_graph import migrated

HEADER = "import numpy as np\nimport torch\n\n\ndef f(x: torch.Tensor, n: int):\n"


@pytest.mark.parametrize(
    "line",
    [
        "return x * np.sqrt(2)",
        "return np.pi * x",
        "return np.random.rand() * x",
        "return np.random.randint(3) * x",
        "return np.random.normal(0, 1) + x",
        "return np.ndim(n) * x",
        "return np.sqrt(n).item() * x",
        "return float(np.log(n)) - x",
        "return np.log(n) * n",
        "return np.log(n) * unknown",
        "return len(np.ones(3)) * x",
        "return x == n, x != 3, x == x.max(), x == int(np.argmax(n))",
        "return x > np.argmax(n), x.eq(np.argmax(n))",
        "return np.ones(3) == np.argmax(n), unknown == np.argmax(n)",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert fixed(f"{HEADER}    {line}\n").endswith(f"    {line}\n")


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return np.sqrt(2) * x", "return np.sqrt(2).item() * x"),
        ("return -0.5 * np.log(2 * np.pi) - x", "return (-0.5 * np.log(2 * np.pi)).item() - x"),
        ("s = 1 / np.sqrt(n)\n    return s * x", "s = 1 / np.sqrt(n)\n    return s.item() * x"),
        ("s = np.log(n)\n    return torch.exp(-s * x)", "return mint.exp((-s).item() * x)"),
        ("return np.float32(2) ** x", "return np.float32(2).item() ** x"),
        ("return np.log(n) < x", "return np.log(n).item() < x"),
        ("return np.random.choice(n) * x", "return np.random.choice(n).item() * x"),
        ("return np.sqrt(2 * np.pi) / x", "return np.sqrt(2 * np.pi).item() / x"),
    ],
)
def test_a_number_before_a_tensor(line: str, after: str) -> None:
    assert fixed(f"{HEADER}    {line}\n").endswith(f"{after}\n")
    assert "MP212" in [f.code for f in findings(f"{HEADER}    {line}\n")]


COPIED = """import numpy as np
import mindspore as ms


def corners(x):
    y = x.copy() if isinstance(x, ms.Tensor) else np.copy(x)
    y[:, 0] = x[:, 0] - x[:, 2] / 2
    return y


def scaled(labels, size):
    return corners(labels) * ms.tensor([size, size, size, size])
"""


def test_what_copies_tensors_and_arrays_gives_no_number() -> None:
    assert findings(COPIED) == []
    assert "item" not in fixed(COPIED, unsafe=True)


MIXED = """import numpy as np
import torch


def mixed(lam, x: torch.Tensor):
    return lam * x + (1 - lam) * x


print(mixed(np.sqrt(3), torch.ones(2)))
"""


def test_what_is_pythons_number_at_times_has_no_item() -> None:
    assert "return lam * x + (1 - lam) * x" in fixed(MIXED)
    assert "return float(lam) * x + (float(1 - lam)) * x" in fixed(MIXED, unsafe=True)


OF_LISTS = """\
import numpy as np
import torch
from torch import nn


class Several(nn.Module):
    def __init__(self, weights=None):
        super().__init__()
        self.loss = nn.MSELoss()
        self.weights = weights

    def forward(self, x, y):
        if self.weights is None:
            weights = [1] * len(x)
        else:
            weights = self.weights
        total = weights[0] * self.loss(x[0], y[0])
        for w, a, b in zip(weights[1:], x[1:], y[1:]):
            total = total + w * self.loss(a, b)
        return total


Several({given})
"""


def test_leaves_the_items_of_lists_alone() -> None:
    text = fixed(OF_LISTS.format(given="[1.0, 0.5]"), unsafe=True)
    assert "= weights[0] * self.loss" in text and "+ w * self.loss" in text


@pytest.mark.parametrize("given", ["None", "weights"])
def test_what_may_be_a_list_or_an_array_stands_behind(given: str) -> None:
    text = fixed(OF_LISTS.format(given=given))
    assert "= self.loss(x[0], y[0]) * weights[0]" in text and "+ self.loss(a, b) * w" in text


def test_the_items_of_what_is_a_list_or_an_array() -> None:
    text = fixed(OF_LISTS.format(given="np.array([1.0, 0.5])"), unsafe=True)
    assert "= float(weights[0]) * self.loss" in text and "+ float(w) * self.loss" in text


def test_a_loss_that_begins_as_a_number() -> None:
    source = f"{HEADER}    s = np.mean([0.1, 0.3])\n    loss = 0\n    for y in x:\n        loss = loss + y\n"
    assert fixed(f"{source}    return s * loss\n").endswith("return s.item() * loss\n")


HANDED = """\
import torch
from torch import nn


class Supervised(nn.Module):
    def __init__(self, loss, weights{default}):
        super().__init__()
        self.loss = loss
        self.weights = {kept}

    def forward(self, outputs, targets):
        {lines}
"""
LOOP = (
    "total = 0\n        for i, (o, t) in enumerate(zip(outputs, targets)):\n            total += "
)
ZIPPED = "return sum({} for w, o, t in zip(self.weights, outputs, targets))"


@pytest.mark.parametrize(
    ("default", "kept", "lines"),
    [
        (": list[float]", "weights", "return self.weights[0] * self.loss(outputs, targets)"),
        (": tuple[float, ...]", "weights", ZIPPED.format("w * self.loss(o, t)")),
        ("", "[float(w) for w in weights]", ZIPPED.format("w * self.loss(o, t)")),
        ("", "[1.0, 0.5]", ZIPPED.format("w * self.loss(o, t)")),
        ("", "weights", ZIPPED.format("self.loss(o, t) * w")),
        ("", "weights", "return [w * len(outputs) for w in self.weights]"),
        ("", "weights", "return [w * targets.numel() for w in self.weights]"),
        ("", "weights", f"{LOOP}i * self.loss(o, t)\n        return total"),
    ],
)
def test_leaves_alone_what_is_not_handed_over_as_an_array(
    default: str, kept: str, lines: str
) -> None:
    source = HANDED.format(default=default, kept=kept, lines=lines)
    assert fixed(source).partition("construct")[2] == source.partition("forward")[2]


@pytest.mark.parametrize(
    ("kept", "lines", "after"),
    [
        ("weights", ZIPPED.format("w * self.loss(o, t)"), "sum(self.loss(o, t) * w for"),
        ("tuple(weights)", f"{LOOP}self.weights[i] * self.loss(o, t)", "self.loss(o, t) * self.weights[i]"),
        ("weights", f"{LOOP}self.weights[i] * (o - t).abs().mean()", "(o - t).abs().mean() * self.weights[i]"),
        ("weights", "return self.weights[0] * (outputs - targets)", "(outputs - targets) * self.weights[0]"),
        (
            "weights",
            "if self.weights is None:\n            weights = (1,) * 3\n        else:\n"
            "            weights = self.weights[1:]\n        return [weights[i] * self.loss(*both) for i, both in enumerate(zip(outputs, targets))]",
            "[self.loss(*both) * weights[i] for",
        ),
        (
            "weights",
            f"{LOOP[:-len('total += ')]}one = self.loss(o, t)\n            total += self.weights[i] * one",
            "total += one * self.weights[i]",
        ),
    ],
)  # fmt: skip
def test_items_of_what_another_file_hands_over(kept: str, lines: str, after: str) -> None:
    source = HANDED.format(default="", kept=kept, lines=lines)
    (finding,) = [one for one in findings(source) if one.code == "MP212"]
    assert finding.fix is not None and finding.fix.applicability == "safe"
    assert after in fixed(source)


def test_what_divides_or_equals_may_be_an_array() -> None:
    source = f"{HEADER}    a = np.ones(n)\n    return a / x, a == x\n"
    assert "return a / x, a == x" in fixed(source)
    assert "return a.item() / x, a.item() == x" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return x == np.int64(3)", "return x == np.int64(3).item()"),
        ("return x != np.float32(0.5) + 1", "return x != (np.float32(0.5) + 1).item()"),
    ],
)
def test_a_number_behind_a_comparison(line: str, after: str) -> None:
    assert fixed(f"{HEADER}    {line}\n").endswith(f"    {after}\n")


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        ("k = np.argmax(n)\n    return x == k", "x == k.item()"),
        ("for k in np.unique(n):\n        y = x[x == k]\n    return y", "x[x == k.item()]"),
        (
            "for k in np.arange(n):\n        y = other.cpu() + (other != k)\n    return y",
            "k.item()",
        ),
        ("a = np.zeros(n)\n    return x == a[0]", "x == a[0].item()"),
    ],
)
def test_what_is_compared_may_be_an_array(lines: str, after: str) -> None:
    source = f"{HEADER.replace('n: int', 'n, other')}    {lines}\n"
    assert after not in fixed(source) and after in fixed(source, unsafe=True)


def test_what_a_layer_keeps_is_known() -> None:
    source = (
        "import numpy as np\nfrom torch import nn\n\n\nclass Scale(nn.Module):\n"
        "    def __init__(self, d):\n        super().__init__()\n"
        "        self.scale = 1 / np.sqrt(d)\n\n"
        "    def forward(self, x):\n        return self.scale * x\n"
    )
    assert "return self.scale.item() * x" in fixed(source)


@pytest.mark.parametrize(
    "lines",
    [
        "return labels.ravel() == scores.data.numpy().argmax(axis=1)",
        "scores = scores.data.numpy()\n    return np.argmax(labels, axis=1) == scores",
    ],
)
def test_leaves_arrays_that_are_read_of_a_tensor_alone(lines: str) -> None:
    source = (
        "import numpy as np\nimport torch\n\n\ndef f(labels, h):\n    labels = np.zeros(labels)\n"
        f"    scores = unknown(h.data)\n    print(scores.data, h.cpu())\n    {lines}\n"
    )
    assert fixed(source, unsafe=True).endswith(f"    {lines}\n")


def test_what_torch_is_given_is_a_tensor() -> None:
    source = (
        "import numpy as np\nimport torch\n\n\ndef log_normal(x, mean, log_var, sizes):\n"
        "    n = np.prod(sizes) * sizes, torch.tensor(sizes), torch.zeros(sizes)\n"
        "    return n, -0.5 * (np.log(2 * np.pi) + log_var + (x - mean) / torch.exp(log_var))\n"
    )
    text = fixed(source)
    assert "(np.log(2 * np.pi).item() + log_var + (x - mean) / mint.exp(log_var))" in text
    assert "n = np.prod(sizes) * sizes, " in text


@pytest.mark.parametrize(
    "made",
    [
        "[float(np.exp(e)) for e in np.arange(n)]",
        "[np.exp(e) for e in n]",
        "[np.exp(e * n) for e in range(3)]",
        "[np.zeros(e) for e in range(n)]",
        "[math.exp(e) for e in range(n)]",
    ],
)
def test_leaves_other_lists_alone(made: str) -> None:
    assert f"return {made}" in fixed(f"{HEADER}    return {made}\n", unsafe=True)


def test_the_numbers_of_a_list_become_pythons() -> None:
    source = f"{HEADER}    return [n**2] + [np.exp(2 * e) for e in np.arange(np.log(n))]\n"
    assert "[n**2] + [float(np.exp(2 * e)) for e in np.arange(np.log(n))]" in fixed(source)
    assert not findings("import numpy as np\n" + source.partition("torch\n")[2])


ITEMS = "import numpy as np\nimport torch\n\n\ndef f(y: torch.Tensor, classes):\n    return {}\n"


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("[y == c for c in classes]", "[y.eq(c) for c in classes]"),
        ("[(y + 1) != c for c in classes]", "[(y + 1).ne(c) for c in classes]"),
        ("[y == c for c in range(3)]", "[y == c for c in range(3)]"),
        ("[y == i for i, c in enumerate(classes)]", "[y == i for i, c in enumerate(classes)]"),
        ("y == classes", "y == classes"),
        (
            "[x == c for x in classes for c in classes]",
            "[x == c for x in classes for c in classes]",
        ),
    ],
)
def test_what_a_loop_takes_may_be_a_number_of_numpys(shown: str, after: str) -> None:
    assert f"    return {after}\n" in fixed(ITEMS.format(shown), unsafe=True)


def test_an_attribute_is_what_the_function_gave_it_last() -> None:
    source = (
        "import numpy as np\nimport torch\n\n\nclass Sampler:\n    def __init__(self, labels):\n"
        "        self.classes = np.unique(labels)\n        self.classes = torch.LongTensor(self.classes)\n"
        "        for label in np.unique(labels):\n            print(self.classes == label)\n"
    )
    assert "self.classes == label.item()" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return self.weights[0] * x", "return x * self.weights[0]"),
        ("return self.weights[0] * (x + 1)", "return (x + 1) * self.weights[0]"),
        ("return np.sqrt(2) * x", "return float(np.sqrt(2)) * x"),
        ("return np.sqrt(2 * np.pi) - x", "return float(np.sqrt(2 * np.pi)) - x"),
        ("return self.weights[0] - x", "return float(self.weights[0]) - x"),
    ],
)
def test_compiled_code_asks_numbers_of_numpys_for_no_item(before: str, after: str) -> None:
    text, left = migrated(
        "import numpy as np\nimport torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n"
        "        self.weights = np.array([0.7, 0.3])\n\n"
        f"    def forward(self, x: torch.Tensor):\n        {before}\n"
    )
    assert after in text
    assert left == []


@pytest.mark.parametrize("number", ["cfg.scale", "SCALE", "Config.scale", "config.cfg.scale"])
def test_numbers_of_another_file(tmp_path: Path, number: str) -> None:
    (tmp_path / "config.py").write_text(
        "import numpy as np\n\n\nclass Config:\n    scale = np.sqrt(2)\n\n\n"
        "cfg = Config()\nSCALE = np.log(2)\n"
    )
    source = (
        "import config\nimport torch\nfrom config import SCALE, Config, cfg\n\n\n"
        f"def f(x: torch.Tensor):\n    return {number} * x.relu()\n"
    )
    assert f"{number}.item() * " in fixed(source, path=str(tmp_path / "train.py"))


AT_TIMES = """\
import numpy as np


def ramp(epoch, n):
    if n == 0:
        return 1.0
    return {given}


class Table:
    def __init__(self, n):
        self.values = {values}

    def get(self, i):
        return self.values[i]
"""
USE = """\
import torch
from schedules import Table, ramp


def f(x: torch.Tensor, n):
    table = Table(n)
    return {}
"""


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("ramp(n, 3) * (x + 1)", "(x + 1) * ramp(n, 3)"),
        ("2.0 * ramp(n, 3) * x", "x * (2.0 * ramp(n, 3))"),
        ("ramp(n, 3) + x", "x + ramp(n, 3)"),
        ("x * ramp(n, 3)", "x * ramp(n, 3)"),
        ("table.get(n) * x", "table.get(n).item() * x"),
        ("table.values[n] * x", "table.values[n].item() * x"),
    ],
)
def test_what_functions_and_methods_of_another_file_compute(
    tmp_path: Path, shown: str, after: str
) -> None:
    text = AT_TIMES.format(given="np.exp(-epoch / n)", values="np.linspace(0, 1, n)")
    (tmp_path / "schedules.py").write_text(text, encoding="utf-8")
    source = USE.format(shown)
    assert f"    return {after}\n" in fixed(source, path=str(tmp_path / "train.py"))


@pytest.mark.parametrize("shown", ["ramp(n, 3) * x", "table.get(n) * x", "ramp(n, 3) - x"])
def test_numbers_of_pythons_in_another_file_are_left_alone(tmp_path: Path, shown: str) -> None:
    text = AT_TIMES.format(given="float(np.exp(-epoch / n))", values="[0.1] * n")
    (tmp_path / "schedules.py").write_text(text, encoding="utf-8")
    source = USE.format(shown)
    assert f"    return {shown}\n" in fixed(source, path=str(tmp_path / "train.py"))


HELD = """\
import numpy as np
import torch


class Schedule:
    def __init__(self, n):
        self.values = np.linspace(0, 1, n)
        self.named = {"a": np.sqrt(n)}

    def __getitem__(self, step):
        return self.values[step]

    def get(self, name):
        return self.named[name]


class Plain:
    def __init__(self, n):
        self.values = [0.5] * n

    def __getitem__(self, step):
        return self.values[step]


WEIGHTS = {"a": np.sqrt(2), "b": np.exp(1)}
PLAIN = {"a": 0.5}


"""
OF_HELD = """\
def f(x: torch.Tensor, n: int):
    schedule, plain = Schedule(n), Plain(n)
    best, total, count = 0, 0.0, 0.0
    for i in range(n):
        best = max(best, WEIGHTS["a"])
        total += WEIGHTS["b"]
        count += PLAIN["a"]
    return {}
"""


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("schedule[2] * x", "schedule[2].item() * x"),
        ("schedule.get('a') * x", "schedule.get('a').item() * x"),
        ("WEIGHTS.get('a') * x", "x * WEIGHTS.get('a')"),
        ("best * x", "x * best"),
        ("total * x", "x * total"),
        ("plain[2] * x", "plain[2] * x"),
        ("PLAIN.get('a') * x", "PLAIN.get('a') * x"),
        ("count * x", "count * x"),
        ("max(n, 2) * x", "max(n, 2) * x"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
def test_numbers_of_numpys_that_objects_hold_or_loops_collect(
    tmp_path: Path, shown: str, after: str, beside: bool
) -> None:
    source = HELD + OF_HELD.format(shown)
    if beside:
        (tmp_path / "held.py").write_text(HELD, encoding="utf-8")
        imports = "import torch\nfrom held import PLAIN, WEIGHTS, Plain, Schedule\n\n\n"
        source = imports + OF_HELD.format(shown)
    assert fixed(source, path=str(tmp_path / "train.py")).endswith(f"    return {after}\n")


GONE_THROUGH = """\
import numpy as np
import torch


class Weights:
    def __init__(self, n):
        self.values = np.linspace(0, 1, n)

    def __iter__(self):
        return iter(self.values)


class Yielding(Weights):
    def __iter__(self):
        for value in self.values:
            yield value


class Plain:
    def __init__(self, n):
        self.values = [0.5] * n

    def __iter__(self):
        return iter(self.values)


def ramp(n):
    return np.arange(n) / n


def doubled(n, x):
    return np.arange(n) / x


decay = lambda i: np.exp(-i)
plain = lambda i: float(np.exp(-i))


"""
GOING = """\
def f(x: torch.Tensor, n: int, m):
    total = 0
    for i, {}:
        total = total + {}
    return total
"""


@pytest.mark.parametrize(
    ("taken", "shown", "after"),
    [
        ("w in enumerate(Weights(n))", "w * x", "w.item() * x"),
        ("w in zip(range(n), Yielding(n))", "w * x", "w.item() * x"),
        ("w in enumerate(Plain(n))", "w * x", "w * x"),
        ("w in enumerate(ramp(n))", "w * x", "w.item() * x"),
        ("_ in enumerate(range(n))", "ramp(n)[i] * x", "ramp(n)[i].item() * x"),
        ("_ in enumerate(range(n))", "doubled(n, x)[i] * x", "doubled(n, x)[i] * x"),
        ("_ in enumerate(range(n))", "decay(i) * x", "decay(i).item() * x"),
        ("_ in enumerate(range(n))", "decay(m) * x", "x * decay(m)"),
        ("_ in enumerate(range(n))", "decay(x) * x", "decay(x) * x"),
        ("_ in enumerate(range(n))", "plain(i) * x", "plain(i) * x"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
def test_numbers_of_numpys_that_are_gone_through_or_given_by_a_lambda(
    tmp_path: Path, taken: str, shown: str, after: str, beside: bool
) -> None:
    source = GONE_THROUGH + GOING.format(taken, shown)
    if beside:
        (tmp_path / "held.py").write_text(GONE_THROUGH, encoding="utf-8")
        imports = "import torch\nfrom held import Plain, Weights, Yielding, decay, doubled, plain, ramp\n\n\n"
        source = imports + GOING.format(taken, shown)
    assert f"        total = total + {after}\n" in fixed(source, path=str(tmp_path / "train.py"))


@pytest.mark.parametrize("one", ["w for w in Weights(n)", "w for w in Yielding(n)"])
def test_numbers_of_numpys_that_a_comprehension_takes(one: str) -> None:
    source = f"{GONE_THROUGH}def f(x: torch.Tensor, n: int):\n    return sum({one})\n"
    after = one.replace("w for", "w.item() * x for", 1)
    assert f"sum({after})" in fixed(source.replace("sum(w ", "sum(w * x "))


def test_a_number_that_is_numpys_at_times_goes_behind_the_tensor_in_one_file() -> None:
    source = (
        "import numpy as np\nimport torch\n\n\ndef f(x: torch.Tensor, n: int):\n"
        "    w = 1.0\n    if n > 0:\n        w = np.sqrt(n)\n    return {}\n"
    )
    assert "    return (x + 1) * w\n" in fixed(source.format("w * (x + 1)"))
    assert "    return float(w) - x\n" in fixed(source.format("w - x"), unsafe=True)
    assert "    return w - x\n" in fixed(source.format("w - x"))


TRANSFORM = """
import numpy as np
import torch

class Scaler:
    def fit(self, data):
        self.mean = data.mean(0)

    def transform(self, data):
        mean = {mean}
        return data - mean

data = np.cumsum(np.random.RandomState(1).randn(26, 3), 0)
scaler = Scaler()
scaler.fit(data)
print(scaler.transform(data))
"""


@pytest.mark.parametrize("asked", ["torch.is_tensor(data)", "isinstance(data, torch.Tensor)"])
def test_leaves_what_is_a_tensor_where_the_other_one_is(asked: str) -> None:
    mean = f"torch.from_numpy(self.mean).type_as(data) if {asked} else self.mean"
    assert "return data - mean" in fixed(TRANSFORM.format(mean=mean), unsafe=True)


def test_what_is_always_a_tensor() -> None:
    text = fixed(TRANSFORM.format(mean="torch.from_numpy(self.mean)"), unsafe=True)
    assert "return float(data) - mean" in text


def test_data_of_a_tensor_of_mindspore_is_one() -> None:
    source = (
        "import mindspore as ms\nimport numpy as np\n\n\ndef f():\n    x = ms.ops.ones(3)\n"
        "    return np.sqrt(2) * x.data, np.sqrt(2) * x.data.numpy()\n"
    )
    assert "return np.sqrt(2).item() * x.data, np.sqrt(2) * x.data.numpy()\n" in fixed(source)


OF_UNKNOWN = """\
import numpy as np
import torch


def ramp(t, final):
    return final * np.exp(-t)


def plain(t, final):
    return final * float(np.exp(-t))


class Ramp:
    def __init__(self, final):
        self.final = final

    def __call__(self, t):
        final = self.final
        return min(1, final * np.exp(-t))


"""
WITH_UNKNOWN = """\
def f(x: torch.Tensor, t: int, cfg):
    r = Ramp(cfg["f"])
    w = 1.0
    w *= ramp(t, cfg.f)
    return {}
"""


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("x * ramp(t, cfg.f)", "x * ramp(t, cfg.f)"),
        ("plain(t, cfg.f) * x", "plain(t, cfg.f) * x"),
        ("cfg.f * x", "cfg.f * x"),
        ("cfg.f * ramp(t, cfg.f)", "cfg.f * ramp(t, cfg.f)"),
        ("ramp(t, x) * x", "ramp(t, x) * x"),
        ("ramp(t, cfg.f) * x", "x * ramp(t, cfg.f)"),
        ("ramp(t, cfg['f']) * (x + 1)", "(x + 1) * ramp(t, cfg['f'])"),
        ("(1 - ramp(t, cfg['f'])) * x", "x * (1 - ramp(t, cfg['f']))"),
        ("cfg.f * np.exp(-t) * x", "x * (cfg.f * np.exp(-t))"),
        ("r(t) * x", "x * r(t)"),
        ("w * x", "x * w"),
        ("plain(t, cfg.f) - x", "plain(t, cfg.f) - x"),
        ("plain(t, cfg.f) / x", "plain(t, cfg.f) / x"),
        ("x - ramp(t, cfg.f)", "x - ramp(t, cfg.f)"),
        ("ramp(t, cfg.f) - x", "-x + ramp(t, cfg.f)"),
        ("ramp(t, cfg.f) - x * 2", "-(x * 2) + ramp(t, cfg.f)"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
def test_numbers_of_numpys_times_what_is_unknown(
    tmp_path: Path, shown: str, after: str, beside: bool
) -> None:
    source = OF_UNKNOWN + WITH_UNKNOWN.format(shown)
    if beside:
        (tmp_path / "ramps.py").write_text(OF_UNKNOWN, encoding="utf-8")
        imports = "import numpy as np\nimport torch\nfrom ramps import Ramp, plain, ramp\n\n\n"
        source = imports + WITH_UNKNOWN.format(shown)
    assert fixed(source, path=str(tmp_path / "train.py")).endswith(f"    return {after}\n")


@pytest.mark.parametrize("sign", ["/", "**"])
def test_what_cannot_stand_behind_is_told(sign: str) -> None:
    source = OF_UNKNOWN + WITH_UNKNOWN.format(f"ramp(t, cfg.f) {sign} x")
    (told,) = [f for f in findings(source) if f.code == "MP212"]
    assert "float() gives Python's number" in told.message.en
    assert fixed(source).endswith(f"    return ramp(t, cfg.f) {sign} x\n")
    assert fixed(source, unsafe=True).endswith(f"    return float(ramp(t, cfg.f)) {sign} x\n")


def test_what_a_parsed_argument_is_multiplied_with() -> None:
    source = (
        "import argparse\nimport numpy as np\nimport torch\n\n\n"
        "args = argparse.ArgumentParser().parse_args([])\n\n\n"
        "def f(x: torch.Tensor, n: int):\n    return {}\n"
    )
    assert fixed(source.format("args.f * x")).endswith("    return args.f * x\n")
    assert fixed(source.format("args.f * np.exp(n) * x")).endswith(
        "    return x * (args.f * np.exp(n))\n"
    )
