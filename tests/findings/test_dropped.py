"""Calls that MindSpore needs nothing for go away, and what is around them still works."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nx: torch.Tensor\n"
FIXED = "import mindspore as ms\nx: ms.Tensor\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("class A:\n    def cuda(self): ...\nA().cuda()\n", id="the user's method"),
        pytest.param("'a'.cuda()\n", id="a string"),
        pytest.param("import numpy as np\nnp.zeros(2).cpu()\n", id="an array"),
    ],
)
def test_leaves_alone(body: str) -> None:
    assert fixed(HEADER + body) == FIXED + body


CASES = [
    pytest.param("x.cuda()\ny = 1\n", "y = 1\n", id="statement"),
    pytest.param("y = x.cuda()\n", "y = x\n", id="value"),
    pytest.param("x = x.cuda()\n", "", id="a name given to itself"),
    pytest.param("z = x\nx, z = x.cuda(), z.cuda()\ny = 1\n", "z = x\ny = 1\n",
                 id="names given to themselves"),
    pytest.param("class A:\n    x = x.cuda()\n", "class A:\n    x = x\n",
                 id="a name that becomes an attribute"),
    pytest.param("z = x\n(x, z) = (\n    x.cuda(),\n    z.cpu().cuda(),\n)\n", "z = x\n",
                 id="names in parentheses given to themselves"),
    pytest.param("x = x.cuda().cpu()\n", "", id="a name given to itself over a chain"),
    pytest.param("z = x\nx, z = z.cuda(), x.cuda()\n", "z = x\nx, z = z, x\n", id="names that change places"),
    pytest.param("z = x\nx, z = x.cuda(), z.neg().cuda()\n", "z = x\nx, z = x, z.neg()\n", id="one name given to itself"),
    pytest.param("z = x\nif y(): x, z = x.cuda(), z.cuda()\n", "z = x\nif y(): pass\n",
                 id="names given to themselves behind a header"),
    pytest.param("z = x; x, z = x.cuda(), z.cuda(); y = 1\n", "z = x; y = 1\n",
                 id="names given to themselves between others"),
    pytest.param("x, y = x, 1\nx.y, z = x.cuda(), 1\n", "x, y = x, 1\nx.y, z = x, 1\n", id="others"),
    pytest.param("def f(d: torch.device = None) -> torch.device: ...\n",
                 "def f(d: str = None) -> str: ...\n", id="a device in annotations"),
    pytest.param("def f(d: Union[str, torch.device], e: Union[torch.device, int, str]): ...\n",
                 "def f(d: str, e: Union[int, str]): ...\n", id="a device or a str in annotations"),
    pytest.param("def f(d: str | torch.device, e: torch.device | str | None = None): ...\n",
                 "def f(d: str, e: str | None = None): ...\n", id="a device or a str by |"),
    pytest.param("def f(d: Union[int, torch.device], e: torch.device | None): ...\n",
                 "def f(d: Union[int, str], e: str | None): ...\n", id="a device or another"),
    pytest.param("y = (x + 1).cuda() ** 2\n", "y = (x + 1) ** 2\n", id="a sum"),
    pytest.param("y = -x.cuda().cpu()\n", "y = -x\n", id="a chain"),
    pytest.param("x[i.cpu()] = 1\n", "x[i] = 1\n", id="an index of what is set"),
    pytest.param("x[0, i.cpu().long()] = 1\n", "x[0, i.long()] = 1\n", id="one of the indices"),
    pytest.param("d = {}\nd[x.cpu()] = 1\n", "d = {}\nd[x] = 1\n", id="a key"),
    pytest.param("x.cpu()[0] = 1\n", "x[0] = 1\n", id="an item that is set"),
    pytest.param("x.cuda().scale = 1\n", "x.scale = 1\n", id="an attribute that is set"),
    pytest.param("f(x.cuda(), k=x.cpu())\n", "f(x, k=x)\n", id="arguments"),
    pytest.param("x.cuda(); y = 2\n", "y = 2\n", id="first on a line"),
    pytest.param("y = 2; x.cuda(); z = 3\n", "y = 2; z = 3\n", id="between others"),
    pytest.param("y = 2; x.cuda()\n", "y = 2\n", id="last on a line"),
    pytest.param("for i in y(): x.cuda()\n", "for i in y(): pass\n", id="on the line of a header"),
    pytest.param("if y():\n    x.cuda()\nelse:\n    x.cpu()\n", "if y():\n    pass\n",
                 id="each branch"),
    pytest.param(
        "try:\n    x.cuda()\nexcept A:\n    x.cuda()\nelse:\n    x.cuda()\nfinally:\n    x.cuda()\n",
        "try:\n    pass\nexcept A:\n    pass\nelse:\n    pass\nfinally:\n    pass\n", id="try"),
    pytest.param("match y:\n    case 1:\n        x.cuda()\n", "match y:\n    case 1:\n        pass\n",
                 id="case"),
    pytest.param("while y:\n    x.cuda()\n", "while y:\n    pass\n", id="while"),
    pytest.param("def f():\n    '''doc'''\n    x.cuda()\n", "def f():\n    '''doc'''\n", id="docstring"),
    pytest.param("def f():\n    # why\n    x.cuda()  # because\n    # end\n",
                 "def f():\n    # why\n    pass  # because\n    # end\n", id="comments"),
    pytest.param("def f():\n    x.cuda()\n    x.cpu()\n", "def f():\n    pass\n",
                 id="two that are all of a block"),
    pytest.param("if y(): x.cuda(); x.cpu()\n", "if y(): pass\n", id="two that are all of a line"),
    pytest.param("def f():\n    x.cuda()\n    import torch\n", "def f():\n    pass\n",
                 id="with an import that goes too"),
    pytest.param("torch.backends.cudnn.benchmark = True\ny = 1\n", "y = 1\n", id="assignment"),
    pytest.param("if y:\n    torch.backends.cudnn.benchmark = True\n", "",
                 id="assignment alone in a block"),
    pytest.param("y = (\n    x\n    .cuda()  # to the card\n    .view(3)\n)\n",
                 "y = (\n    x  # to the card\n    .view(3)\n)\n", id="a chain over lines"),
    pytest.param("y = [t.cuda() for t in (x, x)]\n", "y = [t for t in (x, x)]\n", id="comprehension"),
    pytest.param("async def f():\n    return (await g(x)).shape, x.cuda()\n",
                 "async def f():\n    return (await g(x)).shape, x\n", id="coroutine"),
    pytest.param("y = f'{x.cuda()}'\n", "y = f'{x}'\n", id="f-string"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "after"), CASES)
def test_goes_away(body: str, after: str) -> None:
    text = fixed(HEADER + body)
    assert text == FIXED + after
    compile(text, "example.py", "exec")


@pytest.mark.parametrize(
    "body",
    [
        "f = x.cuda\n",
        "torch.backends.cudnn.benchmark = y = True\n",
        "y = torch.backends.cudnn.benchmark\n",
    ],
)
def test_what_somebody_depends_on_stays_marked(body: str) -> None:
    left = [f for f in findings(HEADER + body) if f.code == "MP304"]
    assert left and all(f.fix is None for f in left)


def test_other_fixes_survive_one_that_cannot_be_applied() -> None:
    """A fix that would break the text must not take all others of the file with it."""
    body = "y = torch.cat([x, x])\ndef f():\n    x.cuda()\n    x.cpu()\n"
    assert "mint.cat" in fixed(HEADER + body)


@pytest.mark.parametrize(
    "call", ["super().to(device)", "super(Net, self).to(device)", "super().cuda()"]
)
def test_what_a_network_moves_itself_with_gives_it_back(call: str) -> None:
    source = (
        f"class Net(torch.nn.Module):\n    def to(self, device='cpu'):\n        return {call}\n"
    )
    assert fixed("import torch\n" + source).endswith("        return self\n")


def test_the_last_value_of_a_file_stays_for_a_notebook_shows_it() -> None:
    source = "import torch\nx = torch.ones(3)\nx.resolve_conj()\nx.resolve_conj()\n"
    assert fixed(source).splitlines()[-2:] == ["x = mint.ones((3,))", "x"]


def test_what_goes_away_and_may_be_missed_is_unsafe() -> None:
    """A class that is no node any more is one leaf for what walks trees of containers."""
    call = "pytree.register_pytree_node(Output, flatten, unflatten)\n"
    source = f"import torch.utils._pytree as pytree\nclass Output(dict): ...\n{call}y = 1\n"
    (finding,) = findings(source)
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert fixed(source) == source
    assert fixed(source, unsafe=True) == "class Output(dict): ...\ny = 1\n"


MOVES = """\
def load(optimizer, seen):
    for state in optimizer.state.values():
        for k, v in state.items():
            if torch.is_tensor(v):
                state[k] = {}
"""


@pytest.mark.parametrize("moved", ["v.cuda()", "v.to('cuda')", "v.to(device=seen)"])
def test_an_optimizers_state_is_where_it_is_computed(moved: str) -> None:
    source = f"{HEADER}{MOVES.format(moved)}    return seen\n"
    assert fixed(source) == f"{FIXED}def load(optimizer, seen):\n    return seen\n"


RECIPE = """\
def load(optim, device):
    for param in optim.state.values():
        if isinstance(param, torch.Tensor):
            param.data = param.data.to(device)
            if param._grad is not None:
                param._grad.data = param._grad.data.to(device)
        elif isinstance(param, dict):
            for subparam in param.values():
                if isinstance(subparam, torch.Tensor):
                    subparam.data = subparam.data.to({})
"""


def test_the_recipe_that_sets_data_goes() -> None:
    source = f"{HEADER}{RECIPE.format('device')}    return device\n"
    assert fixed(source) == f"{FIXED}def load(optim, device):\n    return device\n"


@pytest.mark.parametrize("target", ["torch.float16", "param.dtype"])
def test_a_cast_of_an_optimizers_state_stays(target: str) -> None:
    assert "optim.state.values()" in fixed(HEADER + RECIPE.format(target), unsafe=True)


@pytest.mark.parametrize("kept", ["v.half()", "seen.cuda()", "v * 2"])
def test_what_changes_an_optimizers_state_stays(kept: str) -> None:
    assert "optimizer.state.values()" in fixed(HEADER + MOVES.format(kept), unsafe=True)
