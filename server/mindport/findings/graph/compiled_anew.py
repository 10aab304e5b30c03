"""Training steps that are compiled anew each time (MP306): their function is defined in a loop, or in a
function that a loop calls.

Measured with MindSpore 2.10.0: a function that is defined again is compiled again, however equal it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.fresh import fresh_functions, takes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.report import Finding
from mindport.texts import Text

LOOPS = (ast.For, ast.While)
ANEW = Text(
    "Graph mode compiles this function again each time that it is defined, which takes longer than "
    "the step. The results are the same. Define it and what is made of it once, before the loop, with "
    "the batch as arguments.",
    "该函数每次定义时图模式都会重新编译，耗时超过该步本身；结果不变。请在循环之前定义一次它及由它得到的函数，并以批数据为参数。",
)


def anew_findings(site: Site) -> Iterator[Finding]:
    """One finding a function."""
    tree = site.document.tree
    fresh = fresh_functions(tree) if tree is not None else ()
    if tree is None or not fresh:
        return
    loops = [node for node in walk(tree) if isinstance(node, LOOPS)]
    inside = {node for loop in loops for node in walk(loop)}
    called = {name_of(node.func) for node in inside if isinstance(node, ast.Call)}
    often = [one for one in find(tree, ast.FunctionDef) if one.name in called]
    inside |= {node for function in often for node in walk(function)[1:]}
    for function in fresh & inside:
        end = getattr(function, "end_lineno", 0)
        taken = [call for call in find(tree, ast.Call) if call.lineno > end]
        call = next(call for call in taken if takes(call, getattr(function, "name", "")))
        yield told(site, "MP306", call, ANEW, severity="info")
