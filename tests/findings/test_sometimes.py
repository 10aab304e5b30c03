"""Layers that only some steps use: torch leaves them alone, zeros of MindSpore move them."""

from __future__ import annotations

from textwrap import indent

import pytest

from mindport.report import Finding

from .conftest import findings

HEAD = """import random
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, deep):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.blocks = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.act = nn.ReLU()
        self.dropout = nn.Dropout()
        self.down = nn.Linear(4, 4) if deep else None
        self.scale = nn.Parameter(torch.ones(4))
        self.deep, self.matcher = deep, deep
    def forward(self, x, n=None, task=0):
"""


def told(body: str) -> list[Finding]:
    found = findings(HEAD + indent(body, "        "))
    return [f for f in found if f.code == "MP216" and "used only" in f.message.en]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("if self.deep:\n    x = self.first(x)\nreturn x\n", id="how it was built"),
        pytest.param("if self.down is not None:\n    x = self.down(x)\nreturn x\n", id="an option"),
        pytest.param("if n is not None:\n    x = self.first(n)\nreturn x\n", id="an argument"),
        pytest.param(
            "if task == 1:\n    x = self.first(x)\nelif task == 2:\n    x = -self.first(x)\nelse:\n"
            "    raise ValueError(task)\nreturn x\n",
            id="all that does not raise",
        ),
        pytest.param(
            "try:\n    x = self.first(x)\nexcept RuntimeError:\n    if n is not None:\n"
            "        x = self.first(n)\nreturn x\n",
            id="an argument, behind an exception",
        ),
        pytest.param(
            "match n:\n    case 1:\n        if self.deep:\n            x = self.first(x)\nreturn x\n",
            id="how it was built, in a case",
        ),
        pytest.param("if task == 'predict':\n    return x\nreturn self.first(x)\n", id="a phase"),
        pytest.param("if x.shape[1] != 4:\n    x = self.first(x)\nreturn x\n", id="a shape"),
        pytest.param("if x.dim() == 3:\n    x = self.first(x)\nreturn x\n", id="dimensions"),
        pytest.param(
            "if random.random() < 0.5:\n    x = self.act(x)\nreturn x\n", id="no parameters"
        ),
        pytest.param(
            "if 'aux' in x:\n    n = self.matcher(x['aux'])\nreturn self.first(x['x'])\n",
            id="DETR's matcher",
        ),
        pytest.param(
            "for i, block in enumerate(self.blocks):\n    if i == 2:\n        x = self.act(x)\n"
            "    x = block(x)\nreturn x\n",
            id="which layer it is",
        ),
        pytest.param(
            "if random.random() < 0.5:\n    x = self.first(x)\nelse:\n    x = -self.first(x)\nreturn x\n",
            id="either way",
        ),
        pytest.param(
            "if not self.training:\n    return x\nreturn self.first(x)\n", id="evaluation"
        ),
        pytest.param(
            "for _ in range(random.randint(1, 3)):\n    x = self.first(x)\nreturn x\n",
            id="a loop that has a round",
        ),
        pytest.param(
            "for _ in range(random.randint(0, 3)):\n    x = self.first(x)\nreturn self.first(x)\n",
            id="used behind the loop",
        ),
        pytest.param("if self.deep:\n    x = x * self.scale\nreturn x\n", id="a weight, as built"),
    ],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("body", "layer", "line"),
    [
        pytest.param(
            "for i, block in enumerate(self.blocks):\n    if i == n:\n        continue\n"
            "    x = block(x)\nreturn x\n",
            "block",
            16,
            id="one is skipped",
        ),
        pytest.param(
            "for block in self.blocks:\n    if self.training and random.random() < 0.5:\n"
            "        continue\n    x = x + block(x)\nreturn x\n",
            "block",
            16,
            id="stochastic depth",
        ),
        pytest.param(
            "for block in self.blocks:\n    skip = False\n    p = torch.rand([])\n    if p < 0.1:\n"
            "        skip = True\n    if not skip:\n        x = block(x)\nreturn x\n",
            "block",
            20,
            id="a flag that was drawn",
        ),
        pytest.param(
            "if task == 1:\n    return self.first(x)\nreturn self.blocks[0](x)\n",
            "self.first",
            15,
            id="a head for each task",
        ),
        pytest.param(
            "if task == 'text':\n    return self.first(x)\nreturn self.blocks[0](x)\n",
            "self.first",
            15,
            id="a head for each kind",
        ),
        pytest.param("return self.first(x) if x.sum() > 0 else x\n", "self.first", 15, id="data"),
        pytest.param(
            "for _ in range(random.randint(0, 3)):\n    x = self.first(x)\nreturn x\n",
            "self.first",
            15,
            id="as many rounds as drawn",
        ),
        pytest.param(
            "for i in range(4, random.randint(4, 6)):\n    x = x + self.scale * x ** i\nreturn x\n",
            "self.scale",
            15,
            id="a weight, as drawn",
        ),
    ],
)
def test_is_marked(body: str, layer: str, line: int) -> None:
    (finding,) = told(body)
    assert (finding.severity, finding.fix) == ("error", None)
    assert finding.message.en.startswith(f"{layer} is used only")
    assert f"line {line} " in finding.message.en


LOOP = """
model = Net(False)
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(9):
    {before}
    optimizer.zero_grad()
    model({given}).sum().backward()
    optimizer.step()
"""


def told_with(body: str, given: str, before: str) -> list[Finding]:
    head = HEAD.replace("n=None, task=0", "flag=False, k=2, z=None")
    found = findings(head + indent(body, "        ") + LOOP.format(given=given, before=before))
    words = ("used only", "cuts the gradients only", "differs from step to step")
    return [f for f in found if f.code == "MP216" and any(w in f.message.en for w in words)]


FLAG = "if flag:\n    x = self.first(x)\nreturn x\n"
GIVEN = "if z is not None:\n    x = self.first(z)\nreturn x\n"
PART = "for block in self.blocks[:k]:\n    x = block(x)\nreturn x\n"
NUMBER = "for i in range(k):\n    x = self.blocks[i](x)\nreturn x\n"
CUT = "if flag:\n    x = x.detach()\nreturn self.first(x)\n"
STAGE = "if self.deep:\n    x = self.first(x)\nreturn x\n"


@pytest.mark.parametrize(
    ("body", "given", "before"),
    [
        pytest.param(FLAG, "x", "pass", id="default"),
        pytest.param(FLAG, "x, True", "pass", id="always"),
        pytest.param(FLAG, "x, args.deep", "pass", id="a setting"),
        pytest.param(GIVEN, "x, z=y", "y = x * epoch", id="another tensor each time"),
        pytest.param(PART, "x, k=3", "pass", id="the first layers"),
        pytest.param(NUMBER, "x, False, 2", "pass", id="a number of layers"),
        pytest.param(CUT, "x, True", "pass", id="always cut"),
        pytest.param(STAGE, "x", "model.act.inplace = True", id="of another module"),
        pytest.param(
            "for i in range(3):\n    x = self.blocks[i](x)\nreturn x\n",
            "x",
            "pass",
            id="every layer",
        ),
        pytest.param(
            "if flag and self.training:\n    x = checkpoint(self.first, x)\n"
            "else:\n    x = self.first(x)\nreturn x\n",
            "x, epoch % 2 == 0",
            "pass",
            id="checkpointed or not",
        ),
        pytest.param(
            "if flag:\n    return x.detach() * 2\nreturn x\n",
            "x, epoch > 3",
            "pass",
            id="something else",
        ),
    ],
)
def test_leaves_what_callers_always_give_alone(body: str, given: str, before: str) -> None:
    assert told_with(body, given, before) == []


@pytest.mark.parametrize(
    ("body", "given", "before"),
    [
        pytest.param(FLAG, "x, epoch % 3 == 0", "pass", id="by position"),
        pytest.param(FLAG, "x, flag=epoch > 5", "pass", id="by keyword"),
        pytest.param(FLAG, "x, use", "use = epoch % 3 == 0", id="by a name"),
        pytest.param(FLAG.replace("if flag", "if not flag"), "x, epoch % 2", "pass", id="not"),
        pytest.param(GIVEN, "x, z=z", "z = x if epoch % 3 else None", id="given or not"),
        pytest.param(PART, "x, k=1 + epoch % 3", "pass", id="the first layers"),
        pytest.param(NUMBER, "x, k=epoch", "pass", id="so many layers"),
        pytest.param("return self.blocks[k](x)\n", "x, k=epoch % 3", "pass", id="one layer"),
        pytest.param(
            "i = random.randrange(3)\nreturn self.blocks[i](x)\n", "x", "pass", id="a drawn layer"
        ),
        pytest.param(
            "for block in random.sample(list(self.blocks), 2):\n    x = block(x)\nreturn x\n",
            "x",
            "pass",
            id="drawn layers",
        ),
        pytest.param(
            "for i, block in enumerate(self.blocks):\n    rows = torch.where(x[:, 0] > i)[0]\n"
            "    if rows.numel() == 0:\n        continue\n    x = x + block(x[rows]).sum()\nreturn x\n",
            "x",
            "pass",
            id="an expert without rows",
        ),
        pytest.param(CUT, "x, epoch % 3 == 0", "pass", id="cut now and then"),
        pytest.param(STAGE, "x", "model.deep = epoch % 3 == 0", id="an attribute"),
        pytest.param(
            "self.calls += 1\nif self.calls % 2:\n    x = self.first(x)\nreturn x\n",
            "x",
            "pass",
            id="a counter",
        ),
    ],
)
def test_what_callers_vary_is_marked(body: str, given: str, before: str) -> None:
    (finding,) = told_with(body, given, before)
    assert (finding.severity, finding.fix) == ("error", None)


def test_a_flag_that_is_handed_on_to_another_method_is_marked() -> None:
    body = "return self.deeper(x, flag)\n"
    method = "\n    def deeper(self, x, on):\n        return self.first(x) if on else x\n"
    head = HEAD.replace("n=None, task=0", "flag=False")
    loop = LOOP.format(given="x, epoch % 3 == 0", before="pass")
    found = findings(head + indent(body, "        ") + method + loop)
    (finding,) = [f for f in found if f.code == "MP216" and "used only" in f.message.en]
    assert finding.message.en.startswith("self.first is used only")


STAGED = """import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stage = 1
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)
    def {setter}(self, stage):
        self.stage = stage
    def forward(self, x):
        if self.stage == 1:
            return self.first(x)
        return self.second(x)
"""


def test_a_stage_is_for_other_files_to_set() -> None:
    (found,) = [f for f in findings(STAGED.format(setter="set_stage")) if f.code == "MP216"]
    assert "self.first is used only" in found.message.en


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(STAGED.format(setter="set_for_export"), id="behind the training"),
        pytest.param(
            STAGED.format(setter="set_stage") + "net = Net()\nnet.set_stage(2)\n",
            id="set once here",
        ),
    ],
)
def test_leaves_alone_a_stage_that_stays(text: str) -> None:
    assert not [f for f in findings(text) if f.code == "MP216"]


AGAIN = "if random.random() < 0.5:\n    x = x + self.first(x)\nreturn x\n"


@pytest.mark.parametrize(
    ("before", "is_told"),
    [
        pytest.param("x = self.first(x)\n", False, id="used anyway"),
        pytest.param("y = self.first(x).detach()\n", True, id="without its gradient"),
        pytest.param("x = self.first(x) if task else x\n", True, id="perhaps"),
        pytest.param("with torch.no_grad():\n    x = self.first(x)\n", True, id="under no_grad"),
        pytest.param("x = self.blocks[0](x)\n", True, id="another layer"),
    ],
)
def test_what_was_used_before_takes_part_anyway(before: str, is_told: bool) -> None:
    assert bool(told(before + AGAIN)) == is_told


def test_what_a_branch_used_before_takes_part_in_it() -> None:
    """BigGAN's ``G_D``."""
    body = (
        "if task:\n    x = self.first(x)\n    if random.random() < 0.5:\n        x = self.first(x)\n"
        "else:\n    x = -self.first(x)\nreturn x\n"
    )
    assert told(body) == []


LOSSES = """from torch import nn


class Mean(nn.Module):
    def __init__(self, weight, net=None):
        super().__init__()
        self.weight = weight
        self.net = net

    def forward(self, x):
        return self.weight * x.mean()


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = Mean(2.0)

    def forward(self, x, thresh):
        if thresh in x:
            return self.mean(x[thresh])
        return x["plain"].sum()
"""


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("        self.net = net", "        self.fc = nn.Linear(2, 2)"),
        ("        self.net = net", "        self.w = nn.Parameter(x)"),
        ("self.weight * x", "self.net(x)"),
        ("class Mean(nn.Module)", "class Mean(other.Module)"),
    ],
)
def test_a_layer_of_the_file_may_have_parameters(line: str, other: str) -> None:
    assert not _told_of_use(LOSSES)
    assert _told_of_use(LOSSES.replace(line, other))


def _told_of_use(source: str) -> bool:
    return any(f.code == "MP216" and "used only" in f.message.en for f in findings(source))
