"""What an object is asked for by name, where only torch's has it: another branch would run."""

from __future__ import annotations

import mindspore
import pytest
from mindspore import nn

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
CODES = ("MP303", "MP304", "MP306", "MP307")

LEFT = [
    pytest.param("def f(m):\n    return hasattr(m, name)\n", id="a name that is not written"),
    pytest.param("def f(m):\n    return hasattr(m, 'state_dict')\n", id="what a Cell has"),
    pytest.param("def f(x):\n    return hasattr(x, 'numpy')\n", id="what both tensors have"),
    pytest.param("def f(x):\n    return getattr(x, 'is_cuda', False)\n", id="no on every CPU"),
    pytest.param("def f(tree):\n    return hasattr(tree, 'children')\n", id="a tree has it, too"),
    pytest.param("def f(opt):\n    return hasattr(opt, 'train')\n", id="an optimizer"),
    pytest.param("def f(cls):\n    return hasattr(cls, 'forward')\n", id="a class"),
    pytest.param(
        "def f(m):\n    return isinstance(m, nn.Module) or hasattr(m, 'parameters')\n",
        id="its class was asked for before",
    ),
    pytest.param(
        "def f(scheduler):\n    if hasattr(scheduler, 'get_last_lr') or not hasattr(scheduler, 'state_dict'):\n"
        "        return scheduler\n",
        id="what schedulers of both have was asked for before",
    ),
    pytest.param(
        "class Net(nn.Module):\n    def eval(self):\n        return hasattr(self, 'eval')\n",
        id="a method of its own",
    ),
    pytest.param(
        "class Own(torch.optim.Optimizer):\n    def step(self, closure=None):\n"
        "        return [getattr(p, 'grad', None) for p in self.param_groups[0]['params']]\n",
        id="a gradient in an optimizer's step",
    ),
    pytest.param(
        "class Plan:\n    def f(self):\n        return hasattr(self, 'parameters')\n",
        id="an object of another class",
    ),
]


@pytest.mark.parametrize("source", LEFT)
def test_is_left_alone(source: str) -> None:
    assert not [f for f in findings(HEADER + source) if "has no" in f.message.en]


def test_a_file_that_has_nothing_to_do_with_torch_is_left_alone() -> None:
    source = "def f(bunch, x):\n    return hasattr(bunch, 'parameters'), hasattr(x, 'grad_fn')\n"
    assert fixed(source, unsafe=True) == source


PAIRS = [
    pytest.param(
        "def f(m):\n    if hasattr(m, 'parameters'):\n        print(m)\n",
        "    if isinstance(m, nn.Cell) or hasattr(m, 'parameters'):\n",
        id="a module",
    ),
    pytest.param(
        "def f(m):\n    return [k for k in m if not hasattr(k, 'named_modules')]\n",
        "if not (isinstance(k, nn.Cell) or hasattr(k, 'named_modules'))]",
        id="in parentheses where an operation is around it",
    ),
    pytest.param(
        "def f(m):\n    named = getattr(m, 'named_parameters', None)\n    return named and named()\n",
        "    named = functools.partial(named_parameters, m) if isinstance(m, nn.Cell)"
        " else getattr(m, 'named_parameters', None)\n",
        id="the method as a value",
    ),
    pytest.param(
        "def f(x):\n    if hasattr(x, 'detach'):\n        x = x.detach()\n    return x\n",
        "    if isinstance(x, ms.Tensor) or hasattr(x, 'detach'):\n        x = ops.stop_gradient(x)\n",
        id="a tensor, which it is inside",
    ),
    pytest.param(
        "def f(m: nn.Module):\n    return hasattr(m, 'forward'), getattr(m, 'forward', None)\n",
        "    return hasattr(m, \"construct\"), getattr(m, \"construct\", None)\n",
        id="what is renamed",
    ),
    pytest.param(
        "def f(m, x):\n    return m.forward(x) if hasattr(m, 'forward') else x\n",
        "if (isinstance(m, nn.Cell) or hasattr(m, 'forward')) else x",
        id="what may be renamed",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_is_asked_as_torchs_object_answers(before: str, after: str) -> None:
    assert after in fixed(HEADER + before, unsafe=True)


LOST = [
    pytest.param("def f(p):\n    return getattr(p, 'grad', None)\n", "MP306", id="a gradient"),
    pytest.param(
        "def f(x):\n    return getattr(x, 'requires_grad', False)\n", "MP306", id="a setting"
    ),
    pytest.param(
        "def f(m):\n    return getattr(m, 'named_modules', None)\n", "MP307", id="no value for it"
    ),
    pytest.param(
        "def f(m):\n    return hasattr(m.get(), 'named_modules')\n", "MP307", id="would run twice"
    ),
]


@pytest.mark.parametrize(("source", "code"), LOST)
def test_is_told_where_nothing_takes_its_place(source: str, code: str) -> None:
    (finding,) = [f for f in findings(HEADER + source) if "has no" in f.message.en]
    assert (finding.code, finding.severity, finding.fix) == (code, "error", None)


def test_where_the_object_is_not_known_the_fix_is_unsafe() -> None:
    source = "def f(m):\n    return hasattr(m, 'parameters')\n"
    (finding,) = [f for f in findings(HEADER + source) if "has no" in f.message.en]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"


def test_the_migrated_question_finds_the_parameters_of_a_cell() -> None:
    source = (
        "def names(m):\n    named = getattr(m, 'named_parameters', None)\n"
        "    if not named:\n        return []\n    return [name for name, _ in named()]\n"
    )
    space: dict[str, object] = {}
    exec(fixed(HEADER + source, unsafe=True), space)
    names = space["names"]
    assert callable(names)
    assert names(nn.Dense(2, 3)) == ["weight", "bias"]
    assert names(mindspore.Tensor(1)) == []
