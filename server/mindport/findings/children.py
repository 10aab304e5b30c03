"""``setattr(parent, name, layer)`` (MP307): the parameters of a layer that is put in later."""

from __future__ import annotations

from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import calls_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.texts import Text

SYMBOL = "torch.nn.Module.__setattr__"
HELPER = "helper.set_child"
MESSAGE = Text(
    "MindSpore names the parameters of a layer that is put in later without the place of its "
    "parent: those of several layers get equal names, which the optimizer and checkpoints refuse "
    "or mix up.",
    "对于之后替换进来的层，MindSpore 为其参数命名时不含父级路径：多个层的参数会重名，优化器和检查点会报错或混淆。",
)
TITLE = Text("Name its parameters after the place", "按所在位置为参数命名")


def child_findings(site: Site) -> Iterator[Finding]:
    """One finding for each module that setattr puts into another."""
    tree = site.document.tree
    if tree is None:
        return
    for call in calls_of(tree, "setattr"):
        if len(call.args) != 3 or call.keywords:
            continue
        parent = site.bindings.values.get(call.args[0], UNKNOWN)
        value = site.bindings.values.get(call.args[2], UNKNOWN)
        if is_module(value) and (parent is UNKNOWN or is_module(parent)):
            span = site.document.span(call.func)
            fix = Fix(TITLE, "safe", (Edit(span, (Name(HELPER),)),))
            yield Finding("MP307", "warning", SYMBOL, HELPER, "certain", MESSAGE, span, fix)


def is_module(value: Value) -> bool:
    if value.kind == "object":
        return isinstance(value.info, ClassInfo) and value.info.is_module
    return (
        value.kind == "instance"
        and value.name.startswith("torch.nn.")
        and "Param" not in value.name
    )
