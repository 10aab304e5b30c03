"""Questions whether an argument is a function (MP402): graph mode answers none of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.texts import Text, filled

ASKED = Text(
    "Graph mode does not tell whether an argument is a function; ask whether it is a tensor, a "
    "number or the like: isinstance({0}, (Tensor, int, float)).",
    "静态图模式无法判断参数是否为函数；请改为判断它是否为张量、数字等：isinstance({0}, (Tensor, int, float))。",
)
TITLE = Text("Ask whether it is a value", "改为判断它是否为值")
FUNCTIONS = Text(
    "What is none of these types is taken for a function then, other objects included.",
    "此后不属于这些类型的一律视为函数，包括其他对象。",
)
VALUES = ", int, float, bool, str, list, tuple, dict, type(None)"
QUESTIONS = frozenset(
    f"inspect.{name}" for name in ("isfunction", "ismethod", "isroutine", "isbuiltin")
)
TYPES = frozenset(
    {"types.FunctionType", "types.LambdaType", "types.MethodType", "typing.Callable",
     "collections.abc.Callable"}
)  # fmt: skip


def callable_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a question about a parameter; of what else stands there the compiler knows it."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        given |= {one.arg for one in function.node.args.kwonlyargs}
        tests = {
            node.test for node in function.nodes if isinstance(node, ast.If | ast.IfExp | ast.While)
        }
        for node in function.nodes:
            name = _asked(code, node)
            if name in given:
                assert isinstance(node, ast.Call)
                message = filled(ASKED, name)
                yield told(site, "MP402", node, message, _fix(site, node, node in tests))


def _asked(code: Compiled, node: ast.AST) -> str | None:
    """``d`` of ``callable(d)`` and of what means the same."""
    if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Name):
        return None
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    second = node.args[1] if len(node.args) > 1 else None
    asks = (
        name == "callable"
        or code.dotted(node.func) in QUESTIONS
        or (name == "isinstance" and second is not None and code.dotted(second) in TYPES)
        or (name == "hasattr" and isinstance(second, ast.Constant) and second.value == "__call__")
    )
    return node.args[0].id if asks else None


def _fix(site: Site, node: ast.Call, alone: bool) -> Fix:
    """``not isinstance(d, (Tensor, ...))``, in parentheses where it is part of an expression."""
    pieces: tuple[Piece, ...] = (
        "not isinstance(", site.document.span(node.args[0]), ", (", Name("mindspore.Tensor"), VALUES,
    )  # fmt: skip
    if name_of(node.func) not in ("callable", "hasattr"):  # layers and classes are no functions
        pieces = (*pieces, ", type, ", Name("mindspore.nn.Cell"))
    pieces = (*pieces, "))")
    if not alone:
        pieces = ("(", *pieces, ")")
    return Fix(TITLE, "unsafe", (Edit(site.document.span(node), pieces),), FUNCTIONS)
