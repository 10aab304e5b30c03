"""``setattr(parent, name, layer)`` (MP307): the parameters of a layer that is put in later, and a
parameter that is put into a layer by a name that is computed: norms and embeddings have other names
for it, and would not use the new one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.families import MESSAGE as RENAMED
from mindport.findings.families import SET, may_be_renamed
from mindport.findings.site import Site
from mindport.nodes import calls_of, find
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN, ClassInfo, Value, is_tensor
from mindport.texts import Text

SYMBOL = "torch.nn.Module.__setattr__"
HELPER = "helper.set_child"
MESSAGE = Text(
    "MindSpore names the parameters of a layer that is put in later without the place of its "
    "parent: those of several layers get equal names, which the optimizer and checkpoints refuse "
    "or mix up.",
    "对于之后替换进来的层，MindSpore 为其参数命名时不含父级路径：多个层的参数会重名，优化器和检查点会报错或混淆。",
)
HELD = Text(
    "A SequentialCell calls the layers of a list of its own, which what is put into _cells does not "
    "change; and MindSpore names its parameters without the place of its parent.",
    "SequentialCell 调用自身列表中的各层，直接写入 _cells 不会改变该列表；且参数命名时不含父级路径。",
)
STORES = frozenset({"torch.nn.Module._buffers", "torch.nn.Module._parameters"})
DELETED = Text(
    "A Cell keeps its parameters elsewhere; delattr takes one from either.",
    "Cell 的参数保存在别处；delattr 对两者都适用。",
)
DELETE_TITLE = Text("Delete the attribute", "删除该属性")
TITLE = Text("Name its parameters after the place", "按所在位置为参数命名")
SET_TITLE = Text("Set the parameter by the layer's own name", "按该层自身的名称设置参数")
# What people call a parameter of which the source does not show what it is.
CALLED = ("param", "weight", "bias")


def child_findings(site: Site) -> Iterator[Finding]:
    """One finding for each module, or parameter, that setattr puts into a module."""
    tree = site.document.tree
    if tree is None:
        return
    yield from _put_into_dicts(site, tree)
    for call in calls_of(tree, "setattr"):
        if len(call.args) != 3 or call.keywords:
            continue
        parent = site.bindings.values.get(call.args[0], UNKNOWN)
        value = site.bindings.values.get(call.args[2], UNKNOWN)
        if is_module(value) and (parent is UNKNOWN or is_module(parent)):
            span = site.document.span(call.func)
            fix = Fix(TITLE, "safe", (Edit(span, (Name(HELPER),)),))
            yield Finding("MP307", "warning", SYMBOL, HELPER, "certain", MESSAGE, span, fix)
        elif may_be_renamed(parent) and _may_be_parameter(call.args[1], call.args[2], value):
            span = site.document.span(call.func)
            fix = Fix(SET_TITLE, "safe", (Edit(span, (Name(SET),)),))
            yield Finding("MP307", "warning", SYMBOL, SET, "certain", RENAMED, span, fix)


def _put_into_dicts(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """``set_child(parent, name, layer)`` for ``parent._modules[name] = layer``."""
    if "._modules[" not in site.document.text or not site.bindings.has_torch:
        return
    for node in find(tree, ast.Assign):
        match node.targets:
            case [ast.Subscript(ast.Attribute(parent, "_modules"), name)]:
                document, span = site.document, site.document.span(node)
                pieces = (
                    Name(HELPER), "(", document.span(parent), ", ", document.span(name), ", ",
                    document.span(node.value), ")",
                )  # fmt: skip
                fix = Fix(TITLE, "safe", (Edit(span, pieces),))
                yield Finding("MP307", "warning", SYMBOL, HELPER, "certain", HELD, span, fix)


def deleted_finding(site: Site, use: Use) -> Finding | None:
    """``delattr(layer, name)`` for ``del layer._parameters[name]``, which means the same in torch."""
    if use.symbol not in STORES or not isinstance(use.statement, ast.Delete):
        return None
    match use.statement.targets:
        case [ast.Subscript(ast.Attribute(layer) as held, name)] if held is use.node:
            document, span = site.document, site.document.span(use.statement)
            pieces = ("delattr(", document.span(layer), ", ", document.span(name), ")")
            fix = Fix(DELETE_TITLE, "safe", (Edit(span, pieces),))
            return Finding("MP307", "warning", use.symbol, None, use.confidence, DELETED, span, fix)
    return None


def _may_be_parameter(name: ast.expr, node: ast.expr, value: Value) -> bool:
    """Whether a tensor, or what is called a parameter, gets a name that torch's layers have."""
    if isinstance(name, ast.Constant):
        return name.value in LAYER_PARAMETERS
    called = ast.unparse(node).lower()
    return is_tensor(value) or (value is UNKNOWN and any(word in called for word in CALLED))


def is_module(value: Value) -> bool:
    if value.kind == "object":
        return isinstance(value.info, ClassInfo) and value.info.is_module
    return (
        value.kind == "instance"
        and value.name.startswith("torch.nn.")
        and "Param" not in value.name
    )
