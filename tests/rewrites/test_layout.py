"""Where a call's arguments stand: the same whatever stands between, around and behind them."""

from __future__ import annotations

import ast

import pytest

from mindport.document import Document
from mindport.rewrites.layout import Layout, arguments, layout_of


def layout(source: str) -> tuple[Document, Layout]:
    document = Document("x.py", source)
    assert document.tree is not None, document.problem
    for node in ast.walk(document.tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name == "f":
                return document, layout_of(document, node)
    raise AssertionError("the source calls no f")


CASES = [
    pytest.param("f()", "", [], id="no argument"),
    pytest.param("f(  # nothing, (\n)", "  # nothing, (\n", [], id="only a comment"),
    pytest.param("f(a)", "a", ["a"], id="one"),
    pytest.param("f(a, )", "a, ", ["a"], id="trailing comma"),
    pytest.param("f( a , b )", " a , b ", ["a", "b"], id="spaces"),
    pytest.param("f((a), ((b)))", "(a), ((b))", ["(a)", "((b))"], id="parentheses"),
    pytest.param("f((a, b), c)", "(a, b), c", ["(a, b)", "c"], id="tuple"),
    pytest.param("f((a)[0], (b).c, (d)(e))", None, ["(a)[0]", "(b).c", "(d)(e)"], id="trailers"),
    pytest.param("f((a) + (b), c)", None, ["(a) + (b)", "c"], id="sum of parentheses"),
    pytest.param("f(((a) + (b)), ( c ))", None, ["((a) + (b))", "( c )"], id="sum in parentheses"),
    pytest.param(
        "f(x for x in y)",
        "x for x in y",
        ["x for x in y"],
        id="bare generator",
    ),
    pytest.param("f((x for x in y), 1)", None, ["(x for x in y)", "1"], id="generator"),
    pytest.param("f(k=1, l = (2))", None, ["k=1", "l = (2)"], id="keywords"),
    pytest.param("f(k=(1, 2), *a, **b)", None, ["k=(1, 2)", "*a", "**b"], id="stars"),
    pytest.param("f(*(a), **(b))", None, ["*(a)", "**(b)"], id="stars in parentheses"),
    pytest.param(
        "f(lambda a, b=(1, 2): (a, b), c)", None, ["lambda a, b=(1, 2): (a, b)", "c"], id="lambda"
    ),
    pytest.param("f((lambda a: a), b)", None, ["(lambda a: a)", "b"], id="lambda in parentheses"),
    pytest.param("f('a)', \"(,b\", c)", None, ["'a)'", '"(,b"', "c"], id="strings"),
    pytest.param("f('''(\n,''' '#,(', c)", None, ["'''(\n,''' '#,('", "c"], id="long strings"),
    pytest.param("f(rf'{a!r:>{(b)}},(', c)", None, ["rf'{a!r:>{(b)}},('", "c"], id="f-string"),
    pytest.param("f((y := 1), b)", None, ["(y := 1)", "b"], id="walrus in parentheses"),
    pytest.param("f(y := 1, b)", None, ["y := 1", "b"], id="walrus"),
    pytest.param("f((yield), b)", None, ["(yield)", "b"], id="yield"),
    pytest.param("f(a if (b) else (c), d)", None, ["a if (b) else (c)", "d"], id="condition"),
    pytest.param("f(-(a), not (b), (c) ** 2)", None, ["-(a)", "not (b)", "(c) ** 2"], id="unary"),
    pytest.param("f(a[(1, 2)], b[:, (0)])", None, ["a[(1, 2)]", "b[:, (0)]"], id="subscripts"),
    pytest.param("f([(a), (b)], {(c): (d)})", None, ["[(a), (b)]", "{(c): (d)}"], id="displays"),
    pytest.param(
        "f(\n    a,  # one, (\n    b  # two) )\n    ,\n    # three\n)",
        None,
        ["a", "b"],
        id="comments with commas and parentheses",
    ),
    pytest.param(
        "f(\n    (  # (open\n        a  # ),\n    ),\n    b,\n)",
        None,
        ["(  # (open\n        a  # ),\n    )", "b"],
        id="comments inside parentheses",
    ),
    pytest.param("f(a, \\\n  b)", None, ["a", "b"], id="continued line"),
    pytest.param("f(\r\n  a, # 注,(\r\n  b\r\n)", None, ["a", "b"], id="CRLF"),
    pytest.param("f(  # (\r  a,  # ,\r  (b)\r)", None, ["a", "(b)"], id="CR"),
    pytest.param("f ( '注释' , 名=(值) )", None, ["'注释'", "名=(值)"], id="Chinese"),
    pytest.param("(f)(a, (b))", "a, (b)", ["a", "(b)"], id="function in parentheses"),
    pytest.param("(f  # (\n)(a)", "a", ["a"], id="function with a comment"),
    pytest.param("x(1)(2).f(a, g(b, c))", None, ["a", "g(b, c)"], id="call in a chain"),
    pytest.param("x.f  (a)", "a", ["a"], id="space before the parenthesis"),
    pytest.param("x[\n'(' ].f(a)", "a", ["a"], id="parenthesis in the function"),
    pytest.param(
        "f(k=\n  # why\n  (1), b=2)", None, ["k=\n  # why\n  (1)", "b=2"], id="broken keyword"
    ),
    pytest.param(
        "f(a, **{'k': (1)}, c=(2))", None, ["a", "**{'k': (1)}", "c=(2)"], id="stars first"
    ),
    pytest.param("f(c=1, *a)", None, ["c=1", "*a"], id="a keyword before a star"),
    pytest.param("f(await (x), (await y))", None, ["await (x)", "(await y)"], id="await"),
]


@pytest.mark.parametrize(("source", "inside", "items"), CASES)
def test_extents(source: str, inside: str | None, items: list[str]) -> None:
    if "await" in source or "yield" in source:
        source = f"async def g():\n    return {source}"
    document, found = layout(source)
    assert [document.text[span.start : span.end] for span in found.items] == items
    within = document.text[found.inside.start : found.inside.end]
    assert document.text[found.inside.start - 1] == "("
    assert document.text[found.inside.end] == ")"
    if inside is not None:
        assert within == inside


REMOVALS = [
    ("f(a, b, c)", 0, 0, "f(b, c)"),
    ("f(a, b, c)", 1, 1, "f(a, c)"),
    ("f(a, b, c)", 2, 2, "f(a, b)"),
    ("f(a, b, c)", 0, 2, "f()"),
    ("f(a, b, c)", 0, 1, "f(c)"),
    ("f(a, b, c)", 1, 2, "f(a)"),
    ("f(a, b,)", 1, 1, "f(a,)"),
    ("f(a, b,)", 0, 1, "f()"),
    ("f((a), (b), (c))", 1, 1, "f((a), (c))"),
    ("f((a), (b), (c))", 0, 0, "f((b), (c))"),
    ("f(k=(a), l=(b))", 0, 0, "f(l=(b))"),
    ("f(\n    a,\n    b=1,\n)", 1, 1, "f(\n    a,\n)"),
    ("f(\n    a,\n    b=1,\n)", 0, 0, "f(\n    b=1,\n)"),
]


@pytest.mark.parametrize(("source", "first", "last", "after"), REMOVALS)
def test_removal_takes_the_commas_along(source: str, first: int, last: int, after: str) -> None:
    document, found = layout(source)
    span = found.removal(first, last)
    assert document.text[: span.start] + document.text[span.end :] == after


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("f()", "f(new)"),
        ("f(a)", "f(a, new)"),
        ("f(a, )", "f(a, new, )"),
        ("f((a))", "f((a), new)"),
        ("f(a,  # (\n b  # ,\n)", "f(a,  # (\n b, new  # ,\n)"),
    ],
)
def test_the_end_is_where_another_argument_fits(source: str, after: str) -> None:
    document, found = layout(source)
    comma = ", " if found.items else ""
    assert document.text[: found.end] + f"{comma}new" + document.text[found.end :] == after


def test_arguments_come_in_the_order_of_the_source() -> None:
    call = ast.parse("f(a, k=1, *b, l=2, **c)", mode="eval").body
    assert isinstance(call, ast.Call)
    names = [ast.unparse(node) for node in arguments(call)]
    assert names == ["a", "k=1", "*b", "l=2", "**c"]
