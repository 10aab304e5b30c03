"""Imports of torch that nothing uses (MP108), before a fix and after it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from .conftest import findings, fixed


def unused(source: str, path: str = "example.py") -> list[str]:
    return [f.symbol for f in findings(source, path=path) if f.code == "MP108"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("import torchlike\nfrom mytorch import nn\n", id="not torch"),
        pytest.param("from . import torch\nfrom .torch import nn\n", id="the user's own"),
        pytest.param("from torch import Tensor\n__all__ = ['Tensor']\n", id="re-exported"),
        pytest.param(
            "from torch import Tensor\n__all__ = []\n__all__ += [\n    'Tensor',\n]\n",
            id="re-exported later",
        ),
        pytest.param(
            "try:\n    import torch\nexcept ImportError:\n    torch = None\n", id="optional"
        ),
        pytest.param("import torch\nprint(globals()['torch'])\n", id="by its name"),
        pytest.param("import torch\nexec('torch.cat')\n", id="in a string"),
        pytest.param("import torch\ndel torch\n", id="deleted"),
        pytest.param(
            "import torch\nif x:\n    torch = None\nprint(torch)\n", id="assigned at times"
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert unused(source) == []
    assert fixed(source) == source


def test_a_package_may_import_for_others() -> None:
    """What it takes out of torch's modules; torch itself is imported for its own use."""
    source, path = "import torch\nfrom torch import nn, Tensor\n", "pkg/__init__.py"
    assert unused(source, path) == ["torch", "torch.nn", "torch.Tensor"]
    assert fixed(source, path=path) == "from torch import nn, Tensor\n"
    assert fixed(source, path=path, unsafe=True) == ""
    assert fixed(source, path="pkg/init.py") == ""


@pytest.mark.parametrize("listed", ["__all__ = ['Tensor']", "__all__ = []\n__all__ += ['Tensor']"])
def test_what_a_file_exports_is_told(listed: str) -> None:
    found = [f for f in findings(f"from torch import Tensor\n{listed}\n") if f.code == "MP112"]
    assert [(f.symbol, f.severity, f.fix) for f in found] == [("torch.Tensor", "warning", None)]


PAIRS = [
    pytest.param("import torch\n", "", id="alone"),
    pytest.param("import torch", "", id="no final line end"),
    pytest.param("'''doc'''\nimport torch\nx = 1\n", "'''doc'''\nx = 1\n", id="docstring"),
    pytest.param(
        "import torch.optim as optim\ndef f(net):\n    'Steps optim.'\n    optim = net.optim\n"
        "    print('a step of optim')\n    return optim\n",
        "def f(net):\n    'Steps optim.'\n    optim = net.optim\n    print('a step of optim')\n"
        "    return optim\n",
        id="a variable of that name",
    ),
    pytest.param(
        "import torch as th\npath = 'runs/th/agent.th'\n",
        "path = 'runs/th/agent.th'\n",
        id="a file of that name",
    ),
    pytest.param(
        "import torch.nn.functional as F\ndef f(F):\n    return F + 1\n",
        "def f(F):\n    return F + 1\n",
        id="a parameter of that name",
    ),
    pytest.param(
        "import torch.optim as optim\noptim = make()\noptim.go()\n",
        "optim = make()\noptim.go()\n",
        id="assigned before it is read",
    ),
    pytest.param("import os, torch\nos\n", "import os\nos\n", id="last of two"),
    pytest.param("import torch as t, os\nos\n", "import os\nos\n", id="first of two"),
    pytest.param("import torch; import os\nos\n", "import os\nos\n", id="first on a line"),
    pytest.param("import torch.nn.functional as F, torch.optim\n", "", id="all of two"),
    pytest.param("import torch  # heavy\n", "# heavy\n", id="a comment stays"),
    pytest.param(
        "def f():\n    import torch\n", "def f():\n    pass\n", id="alone in a function"
    ),
    pytest.param(
        "def f():\n    from torch import nn, cat\n    return 1\n",
        "def f():\n    return 1\n",
        id="in a function",
    ),
    pytest.param("class A:\n    from torch import nn\n", "class A:\n    pass\n", id="in a class"),
    pytest.param(
        "if TYPE_CHECKING:\n    from torch import Tensor\n    import os\nos\n",
        "if TYPE_CHECKING:\n    import os\nos\n",
        id="for types",
    ),
    pytest.param(
        "from os import (\n    path,\n)\nfrom torch import (\n    # layers\n    nn,  # all\n)\npath\n",
        "from os import (\n    path,\n)\n# layers\n# all\npath\n",
        id="in parentheses",
    ),
    pytest.param(
        "def f():\n    import torch\n    import torch.nn\n",
        "def f():\n    pass\n",
        id="two that are all of a block",
    ),
    pytest.param("import os; import torch\nos\n", "import os\nos\n", id="last on a line"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_goes_away(before: str, after: str) -> None:
    assert unused(before)
    assert fixed(before) == after


AFTER = [
    pytest.param(
        "import torch.nn.functional\nimport torch.utils.data\nx = torch.cat([a, b])\n",
        "from mindspore import mint\nx = mint.cat([a, b])\n",
        id="several imports of one name",
    ),
    pytest.param(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from torch import Tensor\n"
        "def f(x: 'Tensor'): pass\n",
        "from typing import TYPE_CHECKING\nimport mindspore as ms\ndef f(x: 'ms.Tensor'): pass\n",
        id="an annotation in a string",
    ),
    pytest.param(
        "from torch.nn import *\nx = Linear(2, 3)\n",
        "from mindspore import mint\nx = mint.nn.Linear(2, 3)\n",
        id="a star import",
    ),
    pytest.param(
        "def f():\n    import torch\n    return torch.cat([a, b])\n",
        "from mindspore import mint\ndef f():\n    return mint.cat([a, b])\n",
        id="in a function",
    ),
]


@pytest.mark.parametrize(("before", "after"), AFTER)
def test_no_import_is_left_after_a_fix(before: str, after: str) -> None:
    assert fixed(before) == dedent(after)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "try:\n    from torch import vmap\nexcept ImportError:\n    from functorch import other\n",
            id="another name",
        ),
        pytest.param(
            "try:\n    from torch import vmap\nexcept KeyError:\n    vmap = None\n",
            id="another error",
        ),
        pytest.param(
            "try:\n    from torch import vmap\nexcept ImportError:\n    vmap = None\nelse:\n    x = 1\n",
            id="an else branch",
        ),
    ],
)
def test_a_try_that_does_more_than_import_is_left_alone(source: str) -> None:
    assert unused(source) == []
    assert fixed(source) == source


FALLBACKS = [
    pytest.param(
        "try:\n    from torch import _assert\nexcept ImportError:\n"
        "    def _assert(condition, message):\n        '''Hold it.\n\n        Or raise.'''\n"
        "        assert condition, message\n\nx = 1\n",
        "def _assert(condition, message):\n    '''Hold it.\n\n        Or raise.'''\n"
        "    assert condition, message\n\nx = 1\n",
        id="a function",
    ),
    pytest.param(
        "if True:\n    try:\n        from torch.optim.optimizer import _foreach\n"
        "        from torch.hub import get_dir as where\n    except (ImportError, TypeError):  # old\n\n"
        "        # nothing\n        _foreach = where = None\n    y = 2\n",
        "if True:\n    # old\n    # nothing\n    _foreach = where = None\n    y = 2\n",
        id="in a block",
    ),
    pytest.param(
        "try:\n    from torch.nn.functional import grouped_mm\nexcept:\n    from .fast import grouped_mm",
        "from .fast import grouped_mm",
        id="another import",
    ),
]


@pytest.mark.parametrize(("source", "expected"), FALLBACKS)
def test_what_serves_without_torch_takes_the_place_of_the_try(source: str, expected: str) -> None:
    assert fixed(source) == expected


@pytest.mark.parametrize(
    ("tried", "made", "kept"),
    [
        pytest.param(
            "from torch.nn import GELU as Act",
            "Act = nn.ReLU",
            "nn.GELU(approximate=False)",
            id="another layer",
        ),
        pytest.param(
            "from torch.nn import SiLU as Act",
            "class Act(nn.Module):\n        def forward(self, x):\n            return x * x.sigmoid()",
            "mint.nn.SiLU()",
            id="a class",
        ),
    ],
)
def test_what_is_tried_is_kept_where_mindspore_has_it(tried: str, made: str, kept: str) -> None:
    source = (
        f"from torch import nn\ntry:\n    {tried}\nexcept ImportError:\n    {made}\nact = Act()\n"
    )
    assert fixed(source) == f"from mindspore import {kept.partition('.')[0]}\nact = {kept}\n"


STAND_INS = """\
import torch
try:
    from torch.cuda.amp import GradScaler
except:
    # for old versions
    class GradScaler:
        def step(self, optimizer):
            optimizer.step()
try:
    autocast = torch.cuda.amp.autocast
except Exception:
    class autocast:
        def __init__(self, enabled):
            pass

def forward(net: torch.nn.Linear, x):
    with autocast(enabled=False):
        return net(x)
scaler = GradScaler(enabled=False)
"""


def test_stand_ins_for_mixed_precision_go() -> None:
    text = fixed(STAND_INS)
    assert "class autocast" not in text and "except" not in text and "optimizer.step" not in text
    assert (
        "scaler = GradScaler(enabled=False)\n" in text
        and "torch." not in text.split("def forward")[1]
    )


def test_a_name_for_autocast_that_is_handed_on_stays() -> None:
    source = "import torch\nautocast = torch.cuda.amp.autocast\nrun(autocast)\n"
    assert "autocast = torch.cuda.amp.autocast\n" in fixed(source, unsafe=True)


TWO_PLACES = (
    "try:\n    from torch.nn.utils.parametrizations import weight_norm\nexcept ImportError:\n"
    "    from torch.nn.utils import weight_norm\n"
)


def test_the_first_of_two_places_in_torch_is_meant() -> None:
    text = fixed(f"from torch import nn\n{TWO_PLACES}net = weight_norm(nn.Linear(2, 2))\n")
    assert "net = parametrized_weight_norm(mint.nn.Linear(2, 2))\n" in text
    assert "import weight_norm" not in text


def test_two_places_stay_where_the_name_is_used() -> None:
    source = f"{TWO_PLACES}__all__ = ['weight_norm']\n"
    assert fixed(source) == source


def rebound(source: str) -> list[int]:
    return [
        source.count("\n", 0, f.span.start) + 1
        for f in findings(source)
        if f.code == "MP103" and f.severity == "error"
    ]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("from torch import relu\nrelu = relu\nprint(relu)\n", id="itself"),
        pytest.param(
            "def f(x):\n    from torch import relu\n    y = relu(x)\n    return y\n", id="once"
        ),
        pytest.param(
            "from torch import relu\n\n\ndef f(x, act):\n    relu = act\n    return relu(x)\n\n\n"
            "print(relu)\n",
            id="another scope's",
        ),
        pytest.param(
            "try:\n    from torch import vmap\nexcept ImportError:\n    vmap = None\nprint(vmap)\n",
            id="where the import fails",
        ),
    ],
)
def test_a_name_that_torch_alone_gives_its_value_is_no_choice(source: str) -> None:
    assert rebound(source) == []


@pytest.mark.parametrize(
    ("source", "line"),
    [
        pytest.param(
            "def f(x, act=None):\n    from torch import relu\n    if act is not None:\n"
            "        relu = act\n    return relu(x)\n",
            2,
            id="in a function",
        ),
        pytest.param(
            "import sys\nfrom torch import relu\nif len(sys.argv) > 1:\n    relu = print\nrelu(1)\n",
            2,
            id="in a module",
        ),
    ],
)
def test_a_name_that_may_stand_for_something_else_is_marked(source: str, line: int) -> None:
    assert rebound(source) == [line]
    assert "from torch import relu" in fixed(source)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "try:\n    from apex import amp\n    HAS = True\nexcept ImportError:\n    HAS = False\n"
            "if HAS:\n    amp.initialize(net)\n",
            id="used in its own branch",
        ),
        pytest.param(
            "try:\n    from apex.optimizers import FusedAdam\nexcept ImportError:\n"
            "    raise ImportError('install apex')\nFusedAdam(net)\n",
            id="needed",
        ),
        pytest.param(
            "try:\n    from fast.normalization import Norm\nexcept ImportError:\n"
            "    from slow import Norm\nNorm(3)\n",
            id="another package",
        ),
    ],
)
def test_what_is_tried_of_other_packages_stays(source: str) -> None:
    assert unused(source) == []
    assert fixed(source) == source


def test_what_stands_in_for_kernels_that_need_torch_serves() -> None:
    source = (
        "try:\n    from apex.normalization import FusedLayerNorm as _Fused\n\n"
        "    class Norm(_Fused):\n        def forward(self, x):\n            return super().forward(x)\n\n"
        "except ImportError:\n    from torch.nn import LayerNorm as Norm\n\nnorm = Norm(8)\n"
    )
    assert fixed(source) == (
        "from mindspore import nn\n\nnorm = nn.LayerNorm((8,), epsilon=1e-05)\n"
    )


def test_a_stand_in_of_ones_own_serves() -> None:
    source = (
        "from torch import nn\n\ntry:\n    from apex.normalization import FusedLayerNorm as Norm\n"
        "except ImportError:\n    print('slow')\n\n    class Norm(nn.Module):\n"
        "        def forward(self, x):\n            return x\n"
    )
    assert fixed(source) == (
        "from mindspore import nn\n\nprint('slow')\n\nclass Norm(nn.Cell):\n"
        "    def construct(self, x):\n        return x\n"
    )


def test_a_text_in_a_file_that_looks_nothing_up_keeps_no_import() -> None:
    source = "import torch\ndata.set_format(type='torch')\nprint('torch.cuda')\nscore.evaluate()\n"
    assert fixed(source) == source.partition("\n")[2]


@pytest.mark.parametrize("line", ["print(globals()['torch'])", "exec('torch.cat')"])
def test_an_import_that_only_strings_name_is_told(line: str) -> None:
    found = [f for f in findings(f"import torch\n{line}\n") if f.symbol == "torch"]
    assert ("MP113", "warning", None) in [(f.code, f.severity, f.fix) for f in found]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "try:\n    from torch import vmap\nexcept ImportError:\n    raise\nx = 1\n",
            "x = 1\n",
            id="that raises",
        ),
        pytest.param(
            "def f():\n    try:\n        import torch\n        from torch import nn\n"
            "    except ImportError as error:\n        raise ImportError(f'{error}')\n    return 1\n",
            "def f():\n    return 1\n",
            id="in a function",
        ),
        pytest.param(
            "try:\n    import torch\n    run()\nexcept ImportError:\n    pass\n",
            "try:\n    run()\nexcept ImportError:\n    pass\n",
            id="beside something else",
        ),
    ],
)
def test_a_try_whose_import_nothing_uses_goes(before: str, after: str) -> None:
    assert fixed(before) == after


def test_a_flag_that_is_set_where_there_is_torch_is_told() -> None:
    source = (
        "try:\n    from torch import vmap\n    HAS = True\nexcept ImportError:\n    HAS = False\n"
    )
    found = [(f.code, f.severity, f.fix) for f in findings(source)]
    assert found == [("MP108", "warning", None)]
    assert unused(source + "print(vmap)\n") == []


def test_a_name_that_an_if_imports_from_two_places_is_told() -> None:
    source = (
        "import sys\nif sys.argv:\n    from torch.nn import Module\nelse:\n"
        "    from dummy import Module\n\n\nclass Net(Module):\n    pass\n"
    )
    assert rebound(source) == [3]


@pytest.mark.parametrize(
    "source",
    [
        "from torch.optim import *\n__all__ = ['SGD']\n",
        "from mytorch.optim import *\n",
        "try:\n    from torch.optim import *\nexcept ImportError:\n    pass\n",
    ],
)
def test_leaves_alone_stars(source: str) -> None:
    assert unused(source) == []
    assert fixed(source) == source


def test_a_star_that_nothing_uses() -> None:
    assert fixed("from torch.optim import *\nx = 1\n") == "x = 1\n"
    assert fixed("from torch.optim import *\n", path="pkg/__init__.py") != ""
    assert fixed("from torch.optim import *\n", path="pkg/__init__.py", unsafe=True) == ""
    found = findings("from torch.optim import *\nmake = globals()[name]\n")
    assert [finding.code for finding in found] == ["MP113"]
