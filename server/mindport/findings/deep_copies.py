"""``copy.deepcopy(x)`` of a tensor (MP215): in MindSpore 2.10.0 both share their memory.

Seen by running on a CPU: what is written into one is in the other, for tensors in dicts and lists
too, and for the buffers of Cells (2.7.2 to 2.10.0). Parameters are copied. Cells that hold one of
``UNCOPIED`` raise TypeError ("got an unexpected keyword argument 'name'").
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.bases import MODULE
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Confidence, Edit, Finding, Fix, Name
from mindport.symbols.uncopied import UNCOPIED, is_uncopied
from mindport.symbols.values import (
    LAYER_PARAMETERS,
    LIKELY_LAYER,
    UNKNOWN,
    ClassInfo,
    Value,
    element,
    is_tensor,
)
from mindport.texts import Text

SYMBOL, HELPER = "torch.Tensor.__deepcopy__", "helper.copied_cell"
SHARED = Text(
    "copy.deepcopy of a MindSpore tensor shares the tensor's memory; copy() does not.",
    "copy.deepcopy 得到的 MindSpore 张量与原张量共享内存；copy() 则不会。",
)
HELD = Text(
    "copy.deepcopy leaves the tensors in here shared with the copy: copy each of them.",
    "copy.deepcopy 之后，其中的张量仍与副本共享内存：请逐个复制。",
)
TITLE = Text("Copy the tensor", "复制张量")
LIST_TITLE = Text("Copy the tensors", "复制各张量")
BUFFERS = Text(
    "copy.deepcopy of a Cell copies its parameters, but leaves its buffers shared with the copy: what "
    "is written into one is in the other. It raises where the Cell holds nn.Dropout2d, nn.Dropout3d or "
    "nn.LRN.",
    "copy.deepcopy 会复制 Cell 的参数，但其 buffer 仍与副本共享内存，修改其一会影响另一个；Cell 中含有 nn.Dropout2d、"
    "nn.Dropout3d 或 nn.LRN 时会报错。",
)
BUFFERS_TITLE = Text("Copy the buffers", "复制各 buffer")
# What is asked of networks alone, and what copies are switched to.
OF_NETWORKS = frozenset({"buffers", "eval", "parameters", "requires_grad_", "set_train", "state_dict",
                         "train", "trainable_params"})  # fmt: skip
STATES = Text(
    "copy.deepcopy leaves the buffers of a state_dict() shared with the copy: what is written into "
    "one is in the other.",
    "copy.deepcopy 之后，state_dict() 中的 buffer 仍与副本共享内存，修改其一会影响另一个。",
)


def deep_copy_findings(site: Site) -> Iterator[Finding]:
    """Each ``copy.deepcopy`` of a tensor, or of a list or tuple that is known to hold some."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or "deepcopy" not in site.document.text:
        return
    for call in find(tree, ast.Call):
        if not _is_deepcopy(call) or len(call.args) != 1 or call.keywords:
            continue
        given = call.args[0]
        value = values.get(given, UNKNOWN)
        if getattr(given, "attr", "") in LAYER_PARAMETERS:
            continue
        if _is_plain_tensor(value):
            yield _copied(site, call, given, value)
        elif _has_buffers(site, tree, call, value):
            yield _of_network(site, call)
        elif _gives_buffers(site, given):
            yield _of_states(site, call, given)
        elif value.kind in ("sequence", "tuple") and _is_plain_tensor(element(value)):
            yield _of_list(site, call, given, value)


def _copied(site: Site, call: ast.Call, given: ast.expr, value: Value) -> Finding:
    span, inner = site.document.span(call), site.document.span(given)
    atomic = isinstance(given, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    pieces = (inner, ".copy()") if atomic else ("(", inner, ").copy()")
    fix = Fix(TITLE, "unsafe" if value.likely else "safe", (Edit(span, pieces),))
    confidence: Confidence = "likely" if value.likely else "certain"
    return Finding("MP215", "warning", SYMBOL, None, confidence, SHARED, span, fix)


def _of_list(site: Site, call: ast.Call, given: ast.expr, value: Value) -> Finding:
    span, inner = site.document.span(call), site.document.span(given)
    is_list = value.kind == "sequence" and isinstance(given, ast.Name | ast.Attribute)
    pieces = ("[tensor.copy() for tensor in ", inner, "]")
    fix = Fix(LIST_TITLE, "unsafe", (Edit(span, pieces),)) if is_list else None
    return Finding("MP215", "warning", SYMBOL, None, "likely", HELD, span, fix)


def _has_buffers(site: Site, tree: ast.Module, call: ast.Call, value: Value) -> bool:
    """Whether it is a network of a class that registers buffers, or holds what copy.deepcopy raises
    for, or of one that is not seen in a file which has such, or changes states in place."""
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        is_network = value.info.is_module or value.info.is_cell
        return is_network and _registers(value.info, set())
    if value.kind != "unknown" and value != LIKELY_LAYER:
        return False
    text = site.document.text
    loops = ".state_dict().items()" in text or ".state_dict().values()" in text
    written = ("register_buffer(", ".buffers()", *(f"{name}(" for name in UNCOPIED))
    if not loops and not any(one in text for one in written):
        return False
    outer = site.parents(tree).get(call)
    if isinstance(outer, ast.Attribute):
        return outer.attr in OF_NETWORKS
    targets = {ast.unparse(t) for t in outer.targets} if isinstance(outer, ast.Assign) else set()
    asked = (n for n in find(tree, ast.Attribute) if n.attr in OF_NETWORKS)
    return any(ast.unparse(node.value) in targets for node in asked)


def _registers(info: ClassInfo, seen: set[str]) -> bool:
    """Whether a class, one that it derives from or one of its parts registers a buffer, or makes a
    layer that copy.deepcopy raises for."""
    if info.name in seen:
        return False
    seen.add(info.name)
    if is_uncopied(info):
        return True
    parts = (*info.bases, *info.attributes.values())
    return any(isinstance(p.info, ClassInfo) and _registers(p.info, seen) for p in parts)


def _of_network(site: Site, call: ast.Call) -> Finding:
    document = site.document
    edit = Edit(document.span(call.func), (Name(HELPER),))
    fix = Fix(BUFFERS_TITLE, "safe", (edit,))
    return Finding("MP215", "warning", SYMBOL, HELPER, "likely", BUFFERS, document.span(call), fix)


def _gives_buffers(site: Site, given: ast.expr) -> bool:
    """``net.state_dict()`` of a network that registers buffers, or of one that is not seen in a file
    which registers some."""
    if not isinstance(given, ast.Call) or not isinstance(given.func, ast.Attribute) or given.args:
        return False
    if given.func.attr != "state_dict":
        return False
    value = site.bindings.values.get(given.func.value, UNKNOWN)
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        return (value.info.is_module or value.info.is_cell) and _registers(value.info, set())
    is_layer = value.kind == "instance" and value.name != MODULE
    is_network = site.symbol_of(given) == f"{MODULE}.state_dict" and not is_layer
    return is_network and "register_buffer(" in site.document.text


def _of_states(site: Site, call: ast.Call, given: ast.expr) -> Finding:
    span, states = site.document.span(call), site.document.span(given)
    pieces = ("{name: value.copy() for name, value in ", states, ".items()}")
    fix = Fix(BUFFERS_TITLE, "safe", (Edit(span, pieces),))
    return Finding("MP215", "warning", SYMBOL, None, "likely", STATES, span, fix)


def _is_plain_tensor(value: Value) -> bool:
    return is_tensor(value) and not value.name.endswith((".Parameter", ".Buffer"))


def _is_deepcopy(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr == "deepcopy" and getattr(function.value, "id", "") == "copy"
    return isinstance(function, ast.Name) and function.id == "deepcopy"
