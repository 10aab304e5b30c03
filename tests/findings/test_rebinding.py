"""``x.add_(y)`` becomes ``x = x.add(y)`` only where no other name can see the change."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
SIGNATURE = "def f(a: torch.Tensor, d, flag, n: int):\n"


def function(body: str) -> str:
    return HEADER + SIGNATURE + indent(body, "    ") + "\n"


def safe(source: str) -> list[bool]:
    """For each in-place method whether its fix is safe."""
    return [
        finding.fix is not None and finding.fix.applicability == "safe"
        for finding in findings(source)
        if finding.symbol.endswith("_") and finding.symbol.startswith("torch.Tensor.")
    ]


MADE = "x = torch.zeros(3)\n"
SEEN_BY_OTHERS = [
    pytest.param("a.add_(1)\nreturn a", id="an argument belongs to the caller"),
    pytest.param("x = a\nx.add_(1)\nreturn x", id="another name of an argument"),
    pytest.param(MADE + "y = x\nx.add_(1)\nreturn y", id="another name"),
    pytest.param("x = y = torch.zeros(3)\nx.add_(1)\nreturn y", id="two names at once"),
    pytest.param("x, y = torch.zeros(3), d\nx.add_(1)\nreturn x", id="unpacked"),
    pytest.param("y = torch.zeros(3)\nx = y\nx.add_(1)\nreturn y", id="made under another name"),
    pytest.param(MADE + "for _ in d:\n    y = x.add_(1)\nreturn y", id="two names in a loop"),
    pytest.param(MADE + "d.x = x.add_(1)\nreturn x", id="the result as an attribute"),
    pytest.param(MADE + "x = y = x.add_(1)\nreturn y", id="two names for the result"),
    pytest.param(MADE + "y, z = x.add_(1)\nreturn x", id="its rows have names"),
    pytest.param(MADE + "y = x.view(-1)\nx.add_(1)\nreturn y", id="a view"),
    pytest.param(MADE + "y = x.t()\nx.add_(1)\nreturn y", id="transposed"),
    pytest.param(MADE + "y = x[0]\nx.add_(1)\nreturn y", id="a row"),
    pytest.param(MADE + "y = x.T\nx.add_(1)\nreturn y", id="an attribute that is a view"),
    pytest.param(MADE + "y = x.data\nx.add_(1)\nreturn y", id="its data"),
    pytest.param(MADE + "y = x.detach()\nx.add_(1)\nreturn y", id="detached"),
    pytest.param(MADE + "y = x.float()\nx.add_(1)\nreturn y", id="a cast that may do nothing"),
    pytest.param(MADE + "y = x.to(a.dtype)\nx.add_(1)\nreturn y", id="moved, perhaps"),
    pytest.param(MADE + "y = x.numpy()\nx.add_(1)\nreturn y", id="numpy shares the memory"),
    pytest.param(MADE + "y = x.contiguous()\nx.add_(1)\nreturn y", id="contiguous already"),
    pytest.param(MADE + "y = +x\nx.add_(1)\nreturn y", id="plus gives the tensor itself"),
    pytest.param(MADE + "y = x or a\nx.add_(1)\nreturn y", id="or gives the tensor itself"),
    pytest.param(MADE + "y = x if flag else a\nx.add_(1)\nreturn y", id="a choice"),
    pytest.param(MADE + "y = (z := x)\nx.add_(1)\nreturn y", id="a walrus"),
    pytest.param(MADE + "y = [x]\nx.add_(1)\nreturn y", id="a list"),
    pytest.param(MADE + "y = {'x': x}\nx.add_(1)\nreturn y", id="a dict"),
    pytest.param(MADE + "y = (x, 1)\nx.add_(1)\nreturn y", id="a tuple"),
    pytest.param(MADE + "y = [x for _ in d]\nx.add_(1)\nreturn y", id="a comprehension"),
    pytest.param(MADE + "y = [r for r in x]\nx.add_(1)\nreturn y", id="its rows"),
    pytest.param(MADE + "y, z = x\nx.add_(1)\nreturn y", id="its rows, unpacked"),
    pytest.param(MADE + "d.append(x)\nx.add_(1)\nreturn d", id="appended"),
    pytest.param(MADE + "d['x'] = x\nx.add_(1)\nreturn d", id="stored as an item"),
    pytest.param(MADE + "d.x = x\nx.add_(1)\nreturn d", id="stored as an attribute"),
    pytest.param(MADE + "d += x\nx.add_(1)\nreturn d", id="a list takes its rows"),
    pytest.param(MADE + "keep(x)\nx.add_(1)\nreturn x", id="an unknown function"),
    pytest.param(MADE + "keep(*x)\nx.add_(1)\nreturn x", id="spread out"),
    pytest.param(MADE + "keep(y=x)\nx.add_(1)\nreturn x", id="a keyword argument"),
    pytest.param(MADE + "p = nn.Parameter(x)\nx.add_(1)\nreturn p", id="a parameter's data"),
    pytest.param(MADE + "y = F.dropout(x, 0.5, flag)\nx.add_(1)\nreturn y", id="dropout in eval"),
    pytest.param(MADE + "y = torch.relu_(x)\nx.add_(1)\nreturn y", id="changed by a function"),
    pytest.param(
        MADE + "y = torch.add(a, 1, out=x)\nx.add_(1)\nreturn y", id="the result of an out argument"
    ),
    pytest.param(MADE + "def g(y=x):\n    return y\nx.add_(1)\nreturn g()", id="a default argument"),
    pytest.param(MADE + "def g():\n    d.append(x)\ng()\nx.add_(1)\nreturn d", id="a closure"),
    pytest.param(MADE + "g = lambda: x\ny = g()\nx.add_(1)\nreturn y", id="a lambda"),
    pytest.param(MADE + "yield x\nx.add_(1)", id="given to the caller in between"),
    pytest.param(MADE + "while n:\n    x.add_(1)\n    d.append(x)\n", id="kept in the loop"),
    pytest.param(MADE + "for _ in d:\n    x.add_(1)\n    y = x\n", id="another name in the loop"),
    pytest.param("for x in d:\n    x.add_(1)\nreturn d", id="a loop variable"),
    pytest.param("with d as x:\n    x.add_(1)\nreturn d", id="a with variable"),
    pytest.param("if flag:\n    x = a\nelse:\n    x = a + 1\nx.add_(1)\nreturn x", id="a branch"),
    pytest.param(
        MADE + "if flag:\n    x = a\nx.add_(1)\nreturn x", id="bound to an argument in a branch"
    ),
    pytest.param("if flag:\n    x = a + 1\nx.add_(1)\nreturn x", id="not always made"),
    pytest.param(MADE + "x = d['x']\nx.add_(1)\nreturn d", id="bound to something else"),
    pytest.param(MADE + "try:\n    return x\nfinally:\n    x.add_(1)", id="behind the return"),
    pytest.param("x = d.x\nx.add_(1)\nreturn d", id="taken from an attribute"),
    pytest.param("x = d(a)\nx.add_(1)\nreturn x", id="made by an unknown function"),
    pytest.param("x = a[0]\nx.add_(1)\nreturn a", id="a part of an argument"),
    pytest.param("x = a.expand(3, 4)\nx.zero_()\nreturn x", id="expanded"),
    pytest.param("x = torch.from_numpy(d)\nx.add_(1)\nreturn d", id="the memory of an array"),
    pytest.param("x = torch.as_tensor(d)\nx.add_(1)\nreturn d", id="perhaps that of an array"),
    pytest.param("x = F.relu(a, inplace=True)\nx.add_(1)\nreturn a", id="made in place"),
    pytest.param("x = torch.add(a, 1, out=d)\nx.add_(1)\nreturn d", id="made in another tensor"),
    pytest.param(
        "x = torch.zeros(3, requires_grad=True)\nx.add_(1)\nreturn x", id="a leaf"
    ),
    pytest.param(MADE + "x.requires_grad = True\nx.add_(1)\nreturn x", id="made a leaf"),
    pytest.param(MADE + "x.requires_grad_()\nx.add_(1)\nreturn x", id="made a leaf in place"),
    pytest.param("global x\nx = torch.zeros(3)\nx.add_(1)", id="a global"),
    pytest.param(MADE + "exec(d)\nx.add_(1)\nreturn x", id="code that is made up"),
    pytest.param(MADE + "return keep(x.add_(1))", id="handed on"),
]  # fmt: skip


@pytest.mark.parametrize("body", SEEN_BY_OTHERS)
def test_what_others_may_see_has_no_safe_fix(body: str) -> None:
    found = safe(function(body))
    assert found and not any(found)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(MADE + "y = x.add_(1)\nx.mul_(2)\nreturn y", id="the object"),
        pytest.param(MADE + "y = x.add_(1)\ny.mul_(2)\nreturn x", id="the result"),
        pytest.param(MADE + "y = F.relu_(x)\nx.mul_(2)\nreturn y", id="a function's argument"),
    ],
)
def test_what_has_two_names_from_here_on_is_not_changed_again(body: str) -> None:
    assert safe(function(body))[-1] is False
    assert safe(fixed(function(body)))[-1] is False


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(MADE + "y = x.add_(1)\nx += 1\nreturn y", id="the object"),
        pytest.param(MADE + "y = x.add_(1)\ny += 1\nreturn x", id="the result"),
        pytest.param(MADE + "y = F.relu_(x)\nx += 1\nreturn y", id="a function's argument"),
        pytest.param(MADE + "y = torch.add(a, 1, out=x)\nx += 1\nreturn y", id="an out argument"),
    ],
)
def test_an_augmented_assignment_changes_both_names(body: str) -> None:
    for text in (function(body), fixed(function(body))):
        marked = [f for f in findings(text) if f.symbol == "torch.Tensor" and f.code == "MP209"]
        assert [finding.fix for finding in marked] == [None]


def test_a_name_of_a_class_is_an_attribute_too() -> None:
    source = HEADER + "class A:\n    x = torch.zeros(3)\n    x.add_(1)\n"
    assert safe(source) == [False]


def test_a_function_that_reads_a_name_of_the_module_may_keep_it() -> None:
    source = "x = torch.zeros(3)\ndef g():\n    kept.append(x)\ng()\nx.add_(1)\n"
    assert safe(HEADER + source) == [False]


def test_an_inner_function_cannot_give_a_name_of_the_outer_one_a_new_tensor() -> None:
    body = MADE + "def g():\n    x.add_(1)\ng()\nreturn x"
    assert safe(function(body)) == [False]


ALONE = [
    pytest.param(MADE + "x.add_(1)\nreturn x", "x = x.add(1)", id="made there"),
    pytest.param("x = a + 1\nx.mul_(2)\nreturn x", "x = x.mul(2)", id="a sum"),
    pytest.param("x = a.clone()\nx.exp_()\nreturn x", "x = x.exp()", id="a copy"),
    pytest.param("a = a.clone()\na.exp_()\nreturn a", "a = a.exp()", id="a copy of an argument"),
    pytest.param("x = a\nx = x * 2\nx.exp_()\nreturn x", "x = x.exp()", id="no longer shared"),
    pytest.param("y = x = a\nx = -x\nx.exp_()\nreturn x, y", "x = x.exp()", id="let go before"),
    pytest.param(MADE + "x[0] = a\nx += a\nx.exp_()\nreturn x", "x = x.exp()", id="changed before"),
    pytest.param(MADE + "y = x[0] + 1\nx.exp_()\nreturn y", "x = x.exp()", id="a part was read"),
    pytest.param(MADE + "y = x.view(-1).sum()\nx.exp_()", "x = x.exp()", id="a view was read"),
    pytest.param(MADE + "y = torch.cat([x, a])\nx.exp_()", "x = x.exp()", id="copied from a list"),
    pytest.param(MADE + "print(x, x.shape)\nx.exp_()", "x = x.exp()", id="looked at"),
    pytest.param(MADE + "x.exp_()\nd.append(x)\nreturn d", "x = x.exp()", id="kept afterwards"),
    pytest.param(MADE + "x.exp_()\ny = x\nreturn y", "x = x.exp()", id="another name afterwards"),
    pytest.param("for b in d:\n    x = a * b\n    x.exp_()\n    d.append(x)", "x = x.exp()",
                 id="made and kept in each round"),
    pytest.param(MADE + "for b in d:\n    x.mul_(2)\nreturn x", "x = x.mul(2)", id="in a loop"),
    pytest.param(MADE + "if flag:\n    x.exp_()\nreturn x", "x = x.exp()", id="in a branch"),
    pytest.param(MADE + "x = x.exp_()\nreturn x", "x = x.exp()", id="assigned to itself"),
    pytest.param(MADE + "return x.exp_()", "return x.exp()", id="returned"),
    pytest.param("return (a + 1).exp_()", "return (a + 1).exp()", id="a temporary"),
    pytest.param("y = a.clone().mul_(2).add_(1)", "y = a.copy().mul(2).add(1)", id="a chain"),
    pytest.param("y = torch.rand(3).mul_(2)", "y = ops.rand((3,)).mul(2)", id="made on the spot"),
    pytest.param(MADE + "torch.add(a, 1, out=x)\nx.exp_()", "x = x.exp()", id="out of a statement"),
    pytest.param(MADE + "y = x.exp_()\nreturn y", "y = x.exp()", id="under another name"),
    pytest.param(MADE + "y = x.exp_()\nreturn x, y", "y = x = x.exp()", id="under both names"),
    pytest.param(MADE + "y = z = x.exp_()\nreturn x", "y = z = x = x.exp()", id="three names"),
    pytest.param(MADE + "y = x.eq_(1)\nreturn x", "y = x = x.eq(1).astype(x.dtype)",
                 id="a comparison under both names"),
    pytest.param(MADE + "x.unsqueeze_(0)\nreturn x", "x = x.unsqueeze(0)", id="another shape"),
    pytest.param(MADE + "x.zero_()\nreturn x", "x = ops.zeros_like(x)", id="zeros"),
    pytest.param(MADE + "x.fill_(2)\nreturn x", "x = ops.full_like(x, 2)", id="filled"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "line"), ALONE)
def test_the_name_gets_the_new_tensor(body: str, line: str) -> None:
    assert line in [text.strip() for text in fixed(function(body)).splitlines()]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        pytest.param(MADE + "x.add_(a)", "x = x.add(a).astype(x.dtype)", id="of unknown dtype"),
        pytest.param(MADE + "x.add_(torch.ones(3))", "x = x.add(mint.ones((3,)))", id="the same"),
        pytest.param(
            MADE + "x.add_(torch.ones(3, dtype=torch.float64))",
            "x = x.add(mint.ones((3,), dtype=ms.float64)).astype(x.dtype)",
            id="a wider one",
        ),
        pytest.param(MADE + "x.mul_(n)", "x = x.mul(n)", id="a number"),
        pytest.param(MADE + "x.eq_(0)", "x = x.eq(0).astype(x.dtype)", id="a comparison"),
        pytest.param(MADE + "x.cumsum_(0)", "x = x.cumsum(0)", id="a sum of floats"),
        pytest.param(
            "x = torch.ones(3, dtype=torch.int32)\nx.cumsum_(0)",
            "x = x.cumsum(0, dtype=ms.int64).astype(x.dtype)",
            id="a sum of integers",
        ),
    ],
)
def test_the_tensor_keeps_its_dtype(body: str, line: str) -> None:
    assert line in [text.strip() for text in fixed(function(body)).splitlines()]


def test_a_temporary_whose_dtype_may_change_is_left_to_a_person() -> None:
    assert safe(function("return (a + 1).logical_not_()")) == [False]


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        ("(a + 1).fill_(2)", "ops.full_like(a + 1, 2)"),
        ("torch.tensor([1.0, 2.0]).uniform_()", "ops.rand_like(ms.tensor([1.0, 2.0]))"),
        ("torch.ones(3).long().zero_()", "ops.zeros_like(mint.ones((3,)).long())"),
        ("torch.Tensor(2, 3).normal_()", "randn_like(mint.zeros((2, 3)))"),
        ("torch.ones(3, 4).fill_diagonal_(0)", "fill_diagonal(mint.ones((3, 4)), 0)"),
        ("torch.empty(3, dtype=torch.long).random_(5)",
         "random_like(mint.empty((3,), dtype=ms.int64), 0, 5)"),
    ],
)  # fmt: skip
def test_a_tensor_that_was_made_there_is_filled(expression: str, after: str) -> None:
    assert f"    return {after}\n" in fixed(function(f"return {expression}"))


@pytest.mark.parametrize(
    "expression",
    [
        "a.view(-1).fill_(2)",
        "a.t().fill_diagonal_(0)",
        "torch.Tensor(a.numpy()).normal_()",
        "d(a).zero_()",
        "a.float().uniform_()",
    ],
)
def test_what_may_be_held_elsewhere_is_not_filled(expression: str) -> None:
    assert safe(function(f"return {expression}")) in ([False], [])


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return torch.Tensor(d).zero_()", "return zeros_(legacy_tensor(d, dtype=ms.float32))"),
        ("return (a + 1).eq_(d)", "return eq_(a + 1, d)"),
        ("return a.sum(2, keepdim=True).gt_(0)", "return gt_(a.sum(2, keepdim=True), 0)"),
    ],
)
def test_a_temporary_is_handed_to_a_function(line: str, after: str) -> None:
    assert safe(function(line))[-1]
    assert after in fixed(function(line))


def test_a_file_that_was_moved_in_part() -> None:
    source = (
        "from mindspore import mint\ndef f(a):\n    x = mint.zeros(3)\n    x.exp_()\n    return x\n"
    )
    assert "    x = x.exp()\n" in fixed(source)


def test_the_message_says_that_nothing_else_holds_it() -> None:
    (finding,) = [f for f in findings(function(MADE + "x.exp_()")) if f.symbol.endswith("exp_")]
    assert finding.code == "MP209"
    assert "nothing else holds it" in finding.message.en
    assert "没有其他变量持有它" in finding.message.zh


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        ("x.sqrt().add_(eps)", "x.sqrt().add(eps)"),
        ("x.clone().mul_(eps).add(x).sgn_()", "x.copy().mul(eps).add(x).sgn()"),
        ("x.clone().data.mul_(eps)", "x.copy().data.mul(eps)"),
        ("x[0].unsqueeze_(eps).sqrt()", "x[0].unsqueeze(eps).sqrt()"),
    ],
)
def test_a_tensor_that_nothing_holds_needs_no_place(expression: str, after: str) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor, eps):\n    return {expression}\n"
    assert f"    return {after}\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize("expression", ["[x, x][eps].unsqueeze_(0)", "x[0].add_(1)"])
def test_what_a_list_holds_and_what_changes_values_needs_one(expression: str) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor, eps):\n    return {expression}\n"
    assert f"    return {expression}\n" in fixed(source, unsafe=True)


def test_one_whose_result_would_be_of_another_dtype_is_left() -> None:
    source = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.sqrt().ne_(0.0)\n"
    assert "    return x.sqrt().ne(0.0)\n" not in fixed(source, unsafe=True)


UNPACKED = "best, index = (a + 1).max(1, keepdim=True)\n"


def test_each_of_several_results_is_its_own() -> None:
    source = function(UNPACKED + "index.squeeze_(1)\nbest.add_(1)\nreturn best, index")
    assert "index = index.squeeze(1)" in fixed(source)
    assert "best = best.add(1)" in fixed(source)


@pytest.mark.parametrize("body", ["best, index = d.max(1)\nd = index\n", "best, index = a\n"])
def test_rows_and_what_is_held_twice_are_not(body: str) -> None:
    assert safe(function(body + "index.squeeze_(1)\nreturn best, d")) == [False]


@pytest.mark.parametrize("change", ["squeeze_(0)", "unsqueeze_(-1)", "detach_()", "t_()"])
def test_a_new_shape_may_be_given_to_the_name_where_others_may_hold_the_tensor(change: str) -> None:
    source = function(f"x = d(a)\nx.{change}\nreturn x")
    assert safe(source) == [False]
    assert f"x.{change}" in fixed(source)
    assert "    x = " in fixed(source, unsafe=True).splitlines()[-2]


def test_a_name_of_the_module_gets_no_new_tensor_in_a_function() -> None:
    source = HEADER + "x = torch.zeros(1, 3)\ndef f():\n    x.squeeze_(0)\n"
    assert "x.squeeze_(0)" in fixed(source, unsafe=True)


@pytest.mark.parametrize("made", ["a.float()", "a.squeeze(0).cpu()", "a.detach()"])
def test_what_may_be_a_named_tensor_gets_a_new_one_that_says_so(made: str) -> None:
    source = function(f"x = {made}.clamp_(0, 1)\nreturn x")
    assert safe(source)[-1:] == [False]
    assert ".clamp_(0, 1)" in fixed(source)
    assert ".clamp(0, 1)\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize("body", ["x = d.held().add_(1)", "x = a.view(3).add_(1)"])
def test_what_is_changed_for_others_is_left(body: str) -> None:
    assert ".add(1)" not in fixed(function(f"{body}\nreturn a"), unsafe=True)


def test_what_a_view_of_all_of_it_changes_for_others_is_copied_into_it() -> None:
    text = fixed(function("a.view(3).add_(1)\nreturn a"))
    assert "    a.copy_(a.view(3).add(1).view(a.shape))\n" in text


EACH = "import torch\ndef f(state, x):\n    for s in state:\n        {}\n    return [s * x for s in state]\n"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("s.unsqueeze_(0)", id="a new shape"),
        pytest.param("s.squeeze_(); print(s)", id="and more"),
        pytest.param("s.detach_(); print(s)", id="the graph's end, and more"),
    ],
)
def test_what_a_loop_goes_over_is_not_given_to_its_variable(line: str) -> None:
    source = EACH.format(line)
    assert line.partition(";")[0] in fixed(source, unsafe=True)
    assert "error" in {finding.severity for finding in findings(source)}


def test_the_graph_ends_for_all_that_a_loop_goes_over() -> None:
    text = fixed(EACH.format("s.detach_()"), unsafe=True)
    assert "    state = type(state)(ops.stop_gradient(s) for s in state)\n    return" in text


@pytest.mark.parametrize(
    "part", ["(x * 2).unsqueeze(0)[0]", "(x * 2).reshape(-1)", "x.exp()[:, 1:]"]
)
def test_a_part_of_what_has_no_name_is_held_by_the_name_alone(part: str) -> None:
    """A change copied into it lost its gradient, in silence."""
    source = (
        f"import torch\n\n\ndef f(x: torch.Tensor):\n    a = {part}\n    a.abs_()\n    return a\n"
    )
    assert "a = a.abs()" in fixed(source, unsafe=True)


def test_what_a_view_gets_is_written_as_the_method_that_gives_a_new_tensor() -> None:
    """MindSpore's own index_fill takes no int64 places on a CPU."""
    source = (
        "import torch\n\n\ndef f(x: torch.Tensor):\n    a = x.clone()[1:]\n"
        "    a.index_fill_(0, torch.tensor([0]), 0.5)\n    return a\n"
    )
    assert "a = ops.index_fill(a, 0, ms.tensor([0]).int(), 0.5)" in fixed(source, unsafe=True)


def test_what_shares_an_arrays_memory_is_made_anew() -> None:
    source = "import torch\n\n\ndef f(image):\n    return torch.from_numpy(image).div_(255)\n"
    assert fixed(source, unsafe=True).endswith("    return ms.from_numpy(image).div(255)\n")
    assert ".div_(255)" in fixed(source)


def test_what_a_call_gives_gets_another_shape_in_the_expression() -> None:
    source = "import torch\n\n\ndef f(make):\n    return make(torch.ones(2)).unsqueeze_(0)\n"
    assert fixed(source, unsafe=True).endswith("    return make(mint.ones((2,))).unsqueeze(0)\n")
    assert ".unsqueeze_(0)" in fixed(source)


@pytest.mark.parametrize(
    ("array", "count"),
    [("x.numpy()", 1), ("x.detach().numpy()", 1), ("x.numpy().copy()", 0), ("np.array(x)", 0)],
)
def test_an_array_shows_the_tensor_that_is_changed(array: str, count: int) -> None:
    text = function(MADE + f"y = {array}\nx += 1\nreturn y")
    marked = [f for f in findings(text) if f.symbol == "torch.Tensor" and f.code == "MP209"]
    assert len(marked) == count
