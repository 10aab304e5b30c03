"""Branches for TorchScript go, as MindSpore has none."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "import torch\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("if a:\n    b = 1\nelse:\n    b = 2\n", id="another test"),
        pytest.param("if False:\n    b = 1\n", id="never by itself"),
    ],
)
def test_leaves_alone(body: str) -> None:
    assert fixed(body) == body


@pytest.mark.parametrize(
    ("body", "after"),
    [
        pytest.param("if torch.jit.is_scripting() and a:\n    b = 1\n",
                     "if False and a:\n    b = 1\n", id="what settles the test"),
        pytest.param("b = a and not torch.jit.is_scripting()\n", "b = a and not False\n",
                     id="a value and no test"),
        pytest.param("if a or (torch.jit.is_scripting()):\n    b = 1\n",
                     "if a or (False):\n    b = 1\n", id="in parentheses"),
        pytest.param("if not torch.jit.is_scripting():\n    b = 1\nelif a:\n    b = 2\n",
                     "if not False:\n    b = 1\nelif a:\n    b = 2\n", id="before an elif"),
        pytest.param("if a:\n    b = 1\nelif torch.jit.is_scripting():\n    b = 2\n",
                     "if a:\n    b = 1\nelif False:\n    b = 2\n", id="an elif"),
        pytest.param("if not torch.jit.is_scripting(): b = 1\n", "if not False: b = 1\n",
                     id="on one line"),
        pytest.param("if not torch.jit.is_scripting():  # eager\n    b = 1\n",
                     "if not False:  # eager\n    b = 1\n", id="a comment at the header"),
        pytest.param("b = 1 if torch.jit.is_scripting() else 2\n", "b = 1 if False else 2\n",
                     id="an expression"),
    ],
)  # fmt: skip
def test_the_call_alone_is_replaced(body: str, after: str) -> None:
    assert fixed(HEADER + body) == after


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("if not torch.jit.is_scripting():\n    b = 1\n", "b = 1\n"),
        ("if not torch.jit.is_scripting():\n    b = 1\nelse:\n    b = 2\n    c = 3\nd = 4\n",
         "b = 1\nd = 4\n"),
        ("if torch.jit.is_scripting():\n    b = 1\nelse:\n    b = 2\n\nd = 4\n", "b = 2\n\nd = 4\n"),
        ("if torch.jit.is_scripting():\n    b = 1\nd = 4\n", "d = 4\n"),
        ("if torch.jit.is_scripting():\n    b = 1\n    c = 2\nelse:\n    b = 2\n", "b = 2\n"),
        ("def f(x):\n    if torch.jit.is_tracing():\n        b = 1\n        return b\n    else:\n"
         "        return x\n", "def f(x):\n    return x\n"),
        ("def f():\n    if torch.jit.is_scripting():\n        return 1\n", "def f():\n    pass\n"),
        ("def f():\n    if (\n        not torch.jit.is_tracing()\n    ):\n        return 1\n    return 2\n",
         "def f():\n    if (\n        not False\n    ):\n        return 1\n    return 2\n"),
        ("def f():\n    if not torch.jit.is_scripting():\n        # why\n        b = \"\"\"a\n      b\"\"\"\n"
         "        return b\n    else:\n        return 2",
         "def f():\n    # why\n    b = \"\"\"a\n      b\"\"\"\n    return b\n"),
        ("if not torch.jit.is_scripting():\n    with torch.no_grad():\n        b = 1\nelse:\n    b = 2\n",
         "b = 1\n"),
        ("if not torch.jit.is_scripting():\n    @a\n    def f():\n        pass\n", "@a\ndef f():\n    pass\n"),
    ],
)  # fmt: skip
def test_the_other_branch_stays(body: str, after: str) -> None:
    assert fixed(HEADER + body) == after


@pytest.mark.parametrize(
    ("test", "after"),
    [
        ("a and not torch.jit.is_scripting()", "a"),
        ("not torch.jit.is_scripting() and a", "a"),
        ("a and not torch.jit.is_scripting() and b", "a and b"),
        ("torch.jit.is_scripting() or a", "a"),
        ("a or torch.jit.is_tracing()", "a"),
    ],
)
def test_what_decides_nothing_is_taken_out_of_a_test(test: str, after: str) -> None:
    assert fixed(f"{HEADER}if {test}:\n    b = 1\n") == f"if {after}:\n    b = 1\n"


def test_a_branch_of_several_statements_goes_with_its_header() -> None:
    source = (
        "import torch\ndef f(x):\n    if torch.jit.is_scripting():\n        a = g(x)\n"
        "        return a, x\n    return x\n"
    )
    assert fixed(source, unsafe=True) == "def f(x):\n    return x\n"


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("if p.is_sparse:\n    raise ValueError\nb = 1\n", "b = 1\n"),
        ("if not p.is_sparse:\n    b = 1\nelse:\n    b = 2\n", "b = 1\n"),
        ("if p.is_sparse or a:\n    b = 1\n", "if a:\n    b = 1\n"),
    ],
)
def test_what_is_never_so_of_a_tensor(body: str, after: str) -> None:
    assert fixed(f"import torch\np = torch.ones(3)\n{body}").endswith(
        f"p = mint.ones((3,))\n{after}"
    )
