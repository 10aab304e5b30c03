"""A Parameter that is made of another (MP215): ``nn.Parameter(self.weight)``.

In torch both share their memory, so that a step on one moves the other. MindSpore's holds a copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Finding
from mindport.symbols.rewrapped import rewrapped
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text

SYMBOL = "torch.nn.Parameter"
MESSAGE = Text(
    "A Parameter is made of this one: torch's share their memory, so that a step on one moves the other; "
    "MindSpore's holds a copy. Let both names hold the one Parameter where both are used.",
    "此处由另一个 Parameter 构造 Parameter：torch 中两者共享内存，更新其一会同时改变另一个；"
    "MindSpore 中得到的是副本。若两者都会用到，请让两个名称指向同一个 Parameter。",
)


def shared_parameter_findings(site: Site) -> Iterator[Finding]:
    """One finding for each Parameter of which another is made, there or where a class of the
    workspace's is given it."""
    tree = site.document.tree
    if tree is None or "Parameter" not in site.document.text:
        return
    for call in find(tree, ast.Call):
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            if _is_parameter(site, argument) and _makes_parameter(site, call, argument):
                span = site.document.span(argument)
                yield Finding("MP215", "warning", SYMBOL, None, "certain", MESSAGE, span)


def _is_parameter(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    return value.name == SYMBOL and value.kind == "instance" and not value.likely


def _makes_parameter(site: Site, call: ast.Call, argument: ast.expr) -> bool:
    """Whether a call makes a Parameter of its argument, itself or in the ``__init__`` of a class."""
    if site.symbol_of(call) == SYMBOL:
        return argument is call.args[0] if call.args else True
    info = site.bindings.values.get(call, UNKNOWN).info
    if not isinstance(info, ClassInfo):
        return False
    given = [*enumerate(call.args), *((keyword.arg, keyword.value) for keyword in call.keywords)]
    keys = [key for key, value in given if value is argument]
    return any(place in keys or name in keys for place, name in rewrapped(info))
