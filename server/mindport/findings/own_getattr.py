"""``__getattr__`` of a module that asks what it holds (MP301): ``getattr(self.model, name)``.

Seen with MindSpore 2.10.0: Cell's constructor looks for attributes that are not there, and so does a
copy. Both come before ``self.model`` is set, which is then looked for in the same method, for ever.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

METHOD = "__getattr__"
SYMBOL = f"torch.nn.Module.{METHOD}"
STORES = ("_buffers", "_modules", "_parameters")
MESSAGE = Text(
    "A Cell looks for attributes in its constructor already, before this one is set: the method "
    "would ask itself for it without end. The base is to be asked for it.",
    "Cell 在构造函数中就会查找属性，此时该属性尚未设置：该方法会无休止地向自身查找它。应由基类查找。",
)
TITLE = Text("Ask the base for it", "由基类查找该属性")


def own_getattr_findings(site: Site) -> Iterator[Finding]:
    """One finding for each such method."""
    if METHOD not in site.document.text:
        return
    for info in site.bindings.classes:
        for method in info.node.body if info.node is not None and info.is_module else ():
            if not isinstance(method, ast.FunctionDef) or method.name != METHOD:
                continue
            parameters = [*method.args.posonlyargs, *method.args.args]
            if len(parameters) != 2:
                continue
            asked = sorted(_asked(info, method, parameters[0].arg))
            if asked:
                yield _finding(site, method, asked, parameters[1].arg)


def _asked(info: ClassInfo, method: ast.FunctionDef, own: str) -> set[str]:
    """The attributes of an object that its method reads, unless it tells them apart by name."""
    assert info.node is not None
    told = {
        constant.value
        for compare in find(method, ast.Compare)
        for constant in find(compare, ast.Constant)
    }
    bound = {
        statement.name
        for statement in info.node.body
        if isinstance(statement, ast.FunctionDef | ast.ClassDef)
    } | {name.id for statement in info.node.body for name in _set_by(statement)}
    return {
        node.attr
        for node in find(method, ast.Attribute)
        if isinstance(node.value, ast.Name)
        and node.value.id == own
        and not node.attr.startswith("__")
        and node.attr not in STORES
        and node.attr not in told | bound
    }


def _set_by(statement: ast.stmt) -> Sequence[ast.Name]:
    return find(statement, ast.Name) if isinstance(statement, ast.Assign | ast.AnnAssign) else ()


def _finding(site: Site, method: ast.FunctionDef, asked: Sequence[str], name: str) -> Finding:
    first = method.body[0]
    if ast.get_docstring(method) is not None and len(method.body) > 1:
        first = method.body[1]
    quoted = [f'"{attribute}"' for attribute in asked]
    test = f"== {quoted[0]}" if len(quoted) == 1 else f"in ({', '.join(quoted)})"
    start = site.document.span(first).start
    indent = " " * first.col_offset
    text = f"if {name} {test}:\n{indent}    return super().{METHOD}({name})\n{indent}"
    fix = Fix(TITLE, "safe", (Edit(Span(start, start), (text,)),))
    return Finding(
        "MP301", "error", SYMBOL, None, "certain", MESSAGE, site.document.span(method), fix
    )
