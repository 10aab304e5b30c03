"""States that are loaded when a network may have been compiled: its buffers stay as they were (MP405)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.late_settings import NETWORK, class_of, may_be_behind
from mindport.findings.graph.state import buffers_of
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Finding
from mindport.symbols.setters import read_attributes
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

LOADED = Text(
    "Graph mode keeps the buffers that it read when it compiled the Cell ({0}): a state that is loaded "
    "after the first call changes the parameters alone. Load it before, where its buffers have other "
    "values.",
    "静态图模式保留编译 Cell 时读取的 buffer（{0}）：首次调用之后加载的状态只改变参数。若其中 buffer 的值不同，请提前加载。",
)
LOADERS = frozenset({"load_state_dict", "load_param_into_net"})


def loaded_findings(site: Site) -> Iterator[Finding]:
    """``net.load_state_dict(state)``, and as a function, behind a call of the network."""
    tree = site.document.tree
    for call in find(tree, ast.Call) if tree is not None else ():
        if name_of(call.func) not in LOADERS or tree is None:
            continue
        is_method = isinstance(call.func, ast.Attribute) and call.func.attr == "load_state_dict"
        held = call.func.value if is_method else next(iter(call.args), None)  # type: ignore[attr-defined]
        if held is None:
            continue
        names = sorted(_buffers(site, held))
        if names and may_be_behind(site, tree, call, held):
            yield told(site, "MP405", call, filled(LOADED, ", ".join(names)), severity="info")


def _buffers(site: Site, held: ast.expr) -> set[str]:
    """The buffers that a network reads, or one in it; of an unknown network its name decides."""
    info = class_of(site, held)
    if info is not None:
        found = [info]
        for one in found:  # grows while it is read
            inner = (value.info for value in one.attributes.values())
            found += [i for i in inner if isinstance(i, ClassInfo) and i not in found]
    else:
        found = list(site.bindings.classes) if NETWORK.search(name_of(held)) else []
    return {
        name
        for one in found
        if one.node is not None and (one.is_module or one.is_cell)
        for name in buffers_of(one.node) & set(read_attributes(one))
    }
