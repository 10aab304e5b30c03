"""``item()`` of a tensor of bytes or of half precision in compiled code (MP402): no kernel reads its
number there. ``int`` and ``float`` do.

Measured with MindSpore 2.10.0 on a CPU. The wider unsigned ones, ``uint16`` to ``uint64``, have no such
kernel either and are not told; of ``int8`` and ``int16`` only what is computed of the number raises.
``int`` and ``float`` read every dtype.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.dtypes import dtype_of
from mindport.texts import Text, filled

MESSAGE = Text(
    "Graph mode has no kernel that reads the number of a {0} tensor by item(); write {1}(...).",
    "静态图模式没有以 item() 读取 {0} 张量数值的算子；请写成 {1}(...)。",
)
TITLE = Text("Read it by int(...) or float(...)", "改用 int(...) 或 float(...) 读取")
READERS = {"uint8": "int", "int8": "int", "int16": "int", "float16": "float", "bfloat16": "float"}


def narrow_item_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.Call(ast.Attribute(held, "item"), [], []):
                    dtype = dtype_of(_reduced(held), function.node) or _kept(function, held)
                    reader = READERS.get(dtype)
                    if reader is not None:
                        span = site.document.span
                        edit = Edit(span(node), (f"{reader}(", span(held), ")"))
                        words = filled(MESSAGE, dtype, reader)
                        yield told(site, "MP402", node, words, Fix(TITLE, "safe", (edit,)))


def _kept(function: Function, node: ast.expr) -> str:
    """The dtype of an attribute that the class makes once: a buffer that becomes a Parameter."""
    name, owner = attribute_of_self(node), function.owner
    if name is None or owner is None or owner.node is None:
        return ""
    made = [
        one.value
        for one in find(owner.node, ast.Assign)
        if any(attribute_of_self(target) == name for target in one.targets)
    ]
    for call in find(owner.node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(_, "register_buffer"), [ast.Constant(given), value, *_]):
                made += [value] if given == name else []
    dtypes = {dtype_of(_bare(value), owner.node) for value in made}
    return dtypes.pop() if len(dtypes) == 1 else ""


def _bare(node: ast.expr) -> ast.expr:
    """The tensor of which a Parameter is made."""
    is_parameter = isinstance(node, ast.Call) and name_of(node.func) == "Parameter"
    return node.args[0] if is_parameter and isinstance(node, ast.Call) and node.args else node


def _reduced(node: ast.expr) -> ast.expr:
    """``x`` of ``x.max()``, which has its dtype."""
    match node:
        case ast.Call(ast.Attribute(given, "max" | "min" | "amax" | "amin"), [], []):
            return given
    return node
