"""What is looked up in torch's modules by name: the answer for MindSpore stands there."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

LEFT = [
    pytest.param("x = getattr(torch, name, None)\n", id="a name that is not written"),
    pytest.param("x = getattr(torch, 'no_such_thing')\n", id="what torch has not, either"),
    pytest.param("x = getattr(torch, 'float32', 1)\n", id="a value that MindSpore has"),
    pytest.param("x = vars(torch)\n", id="another function"),
    pytest.param("x = getattr(settings, 'compiler', None)\n", id="another object"),
]


@pytest.mark.parametrize("source", LEFT)
def test_is_left_alone(source: str) -> None:
    assert fixed(f"import torch\n{source}", unsafe=True).endswith(source)


PAIRS = [
    pytest.param(
        "x = getattr(torch, 'float32')",
        "import mindspore as ms\nx = ms.float32",
        id="without a default",
    ),
    pytest.param(
        "getattr(torch.nn, 'ReLU')()",
        "from mindspore import mint\nmint.nn.ReLU()",
        id="a class without a default",
    ),
    pytest.param("x = getattr(torch, 'no_such_thing', 3)", "x = 3", id="what torch has not"),
    pytest.param("x = hasattr(torch, 'no_such_thing')", "x = False", id="asked for in vain"),
    pytest.param(
        "x = hasattr(torch.nn.functional, 'scaled_dot_product_attention')",
        "x = True",
        id="what MindSpore has as well",
    ),
    pytest.param(
        "x = getattr(getattr(torch, 'compiler', None), 'disable', None) or plain",
        "x = plain",
        id="one in the other, or something else",
    ),
    pytest.param(
        "x = getattr(torch.compiler, 'is_compiling', None) or getattr(torch._dynamo, 'is_compiling', 1)"
        "\ny = x()",
        "x = lambda: False\ny = False",
        id="a function that MindSpore has something for",
    ),
    pytest.param(
        "x = getattr(torch, 'no_such_thing', None) and plain",
        "x = None and plain",
        id="only what stands behind an or takes its place",
    ),
    pytest.param(
        "x = getattr(torch, 'no_such_thing', None) is None", "x = True", id="compared with None"
    ),
    pytest.param(
        "if getattr(torch, 'no_such_thing', None) is not None:\n    x = 1\nelse:\n    x = 2",
        "x = 2",
        id="the branch that is taken",
    ),
    pytest.param(
        "x = 0\nif getattr(torch, 'no_such_thing', None):\n    x = 1", "x = 0", id="a branch alone"
    ),
    pytest.param(
        "if hasattr(torch, 'bmm'):\n    x = 1\nelse:\n    x = 2", "x = 1", id="asked in a branch"
    ),
    pytest.param(
        "x = 1 if getattr(torch, 'no_such_thing', None) is None else 2", "x = 1", id="in a value"
    ),
    pytest.param(
        "if a:\n    x = 1\nelif getattr(torch, 'no_such_thing', None) is None:\n    x = 2",
        "if a:\n    x = 1\nelif True:\n    x = 2",
        id="one of several branches",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_is_answered(before: str, after: str) -> None:
    assert fixed(f"import torch\n{before}\n") == f"{after}\n"


@pytest.mark.parametrize(
    "source",
    ["x = getattr(torch, 'float8_e4m3fn', None)", "x = hasattr(torch.compiler, 'disable')"],
)
def test_what_torch_alone_has_is_a_choice_for_people(source: str) -> None:
    (finding,) = [f for f in findings(f"import torch\n{source}\n") if f.code == "MP103"]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert finding.fix.caution is not None
