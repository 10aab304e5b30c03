"""``item()`` of a tensor of bytes or of half precision in compiled code (MP402): no kernel reads its
number there. ``int`` and ``float`` do.

Measured with MindSpore 2.10.0 on a CPU. The wider unsigned ones, ``uint16`` to ``uint64``, have no such
kernel either and are not told; of ``int8`` and ``int16`` only what is computed of the number raises.
``int`` and ``float`` read every dtype.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
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
                    dtype = dtype_of(_reduced(held), function.node)
                    reader = READERS.get(dtype)
                    if reader is not None:
                        span = site.document.span
                        edit = Edit(span(node), (f"{reader}(", span(held), ")"))
                        words = filled(MESSAGE, dtype, reader)
                        yield told(site, "MP402", node, words, Fix(TITLE, "safe", (edit,)))


def _reduced(node: ast.expr) -> ast.expr:
    """``x`` of ``x.max()``, which has its dtype."""
    match node:
        case ast.Call(ast.Attribute(given, "max" | "min" | "amax" | "amin"), [], []):
            return given
    return node
