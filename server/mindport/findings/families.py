"""Parameters of a layer whose family the source does not tell (MP307).

``m.weight`` of a loop over modules() is ``gamma`` in a norm and ``embedding_table`` in an Embedding.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.bases import MODULE
from mindport.findings.resets import RESET
from mindport.findings.site import Site
from mindport.nodes import calls_of, find, kept, name_of, statement_parents
from mindport.report import Confidence, Edit, Finding, Fix, Name, Piece, Severity
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN, ClassInfo, Value
from mindport.texts import Text

IS_RESETTABLE = "helper.is_resettable"
GET, SET = "helper.layer_parameter", "helper.set_layer_parameter"
# Layers whose parameters MindSpore calls otherwise.
RENAMED = ("Norm", "Embedding", "PReLU")
# Norms that keep ones and zeros where torch's have neither weight nor bias.
KEEPING = ("BatchNorm", "GroupNorm", "InstanceNorm", "NormBase")
OF_AFFINE = ("weight", "bias")
MESSAGE = Text(
    "The layer may be of several kinds, and MindSpore calls this parameter weight and bias in some, "
    "gamma and beta in norms, embedding_table in an Embedding.",
    "该层可能属于多种类型：MindSpore 中该参数在部分层里名为 weight 和 bias，在归一化层里名为 gamma 和 beta，"
    "在 Embedding 里名为 embedding_table。",
)
KEPT_MESSAGE = Text(
    "Without affine torch's norm has neither weight nor bias; MindSpore's keeps ones and zeros, which "
    "are not None.",
    "未设置 affine 时，torch 的归一化层没有 weight 和 bias；MindSpore 的归一化层保留全 1 和全 0 的参数，不是 None。",
)
TITLE = Text("Take the parameter by the layer's own name", "按该层自身的名称取得参数")
RESET_MESSAGE = Text(
    "Most layers of MindSpore have no reset_parameters: the answer would be no where torch's is yes.",
    "MindSpore 的大多数层没有 reset_parameters：torch 回答“有”之处，这里会回答“没有”。",
)
RESET_TITLE = Text("Ask as torch's layers would answer", "按 torch 的层作答")


def is_of_some_layer(site: Site, use: Use) -> bool:
    """Whether a use is ``m.weight`` of a module that may be any, or asks a norm whether it has one."""
    attribute = use.symbol.rpartition(".")[2]
    if attribute not in LAYER_PARAMETERS or use.receiver is None:
        return False
    return use.owner == MODULE or (attribute in OF_AFFINE and _asks_a_norm(site, use))


def _asks_a_norm(site: Site, use: Use) -> bool:
    """``m.weight is not None`` of a norm, which keeps ones and zeros without ``affine``."""
    tree = site.document.tree
    if tree is None or not _keeps_constants(use.owner or ""):
        return False
    around = statement_parents(tree).get(use.node)
    return isinstance(around, ast.Compare) and isinstance(around.ops[0], ast.Is | ast.IsNot)


def family_finding(site: Site, use: Use) -> Finding | None:
    """``layer_parameter(m, "weight")`` for ``m.weight``; assignments are calls of a setter."""
    assert use.receiver is not None and isinstance(use.node, ast.Attribute)
    is_asked = use.owner != MODULE
    if use.confidence != "certain" and not is_asked and not _has_renamed(site):
        return None
    kinds = site.bindings.values.get(use.receiver, UNKNOWN).items
    if kinds and not is_asked and not any(map(_is_renamed, kinds)):
        return None
    whole, name = site.document.span(use.node), f'"{use.node.attr}"'
    layer = site.document.span(use.receiver)
    edits: tuple[Edit, ...] = (Edit(whole, (Name(GET), "(", layer, f", {name})")),)
    if use.context == "store":
        edits = by_setter(site, use, SET)
    fix = Fix(TITLE, "safe", edits) if edits else None
    severity: Severity = "warning" if edits else "error"
    message = KEPT_MESSAGE if is_asked else MESSAGE
    return Finding("MP307", severity, use.symbol, None, use.confidence, message, whole, fix)


def asked_findings(site: Site) -> Iterator[Finding]:
    """``hasattr(m, "weight")`` and ``getattr(m, "weight", None)`` of such a module."""
    tree = site.document.tree
    if tree is None:
        return
    for function in ("hasattr", "getattr"):
        for call in calls_of(tree, function):
            finding = _asked(site, call, function)
            if finding is not None:
                yield finding


def _asked(site: Site, call: ast.Call, function: str) -> Finding | None:
    if len(call.args) < 2 or call.keywords:
        return None
    layer, name = call.args[:2]
    if isinstance(name, ast.Constant) and name.value == RESET:
        return _asked_for_reset(site, call, function)
    if not isinstance(name, ast.Constant) or name.value not in LAYER_PARAMETERS:
        return None
    value = site.bindings.values.get(layer, UNKNOWN)
    is_norm = name.value in OF_AFFINE and _is_norm(value)
    if not is_norm and (not _is_some_layer(value) or (value.likely and not _has_renamed(site))):
        return None
    default = call.args[2] if len(call.args) > 2 else None
    if default is not None and not (isinstance(default, ast.Constant) and default.value is None):
        return None
    document = site.document
    tail = " is not None" if function == "hasattr" else ""
    pieces: tuple[Piece, ...] = (
        Name(GET), "(", document.span(layer), ", ", document.span(name), f"){tail}",
    )  # fmt: skip
    if tail:
        pieces = ("(", *pieces, ")")
    whole = document.span(call)
    symbol = f"{MODULE}.{name.value}"
    confidence: Confidence = "likely" if value.likely else "certain"
    fix = Fix(TITLE, "safe", (Edit(whole, pieces),))
    return Finding("MP307", "warning", symbol, None, confidence, MESSAGE, whole, fix)


def _asked_for_reset(site: Site, call: ast.Call, function: str) -> Finding | None:
    """``hasattr(m, "reset_parameters")`` of what may be a layer of torch's."""
    layer, document = call.args[0], site.document
    value = site.bindings.values.get(layer, UNKNOWN)
    of_class = isinstance(layer, ast.Call) and name_of(layer.func) == "type"
    if of_class or value.kind not in ("unknown", "instance"):
        return None
    fix, whole = None, document.span(call)
    if function == "hasattr":
        pieces = (Name(IS_RESETTABLE), "(", document.span(layer), ")")
        fix = Fix(RESET_TITLE, "safe", (Edit(whole, pieces),))
    severity: Severity = "warning" if fix else "error"
    symbol = f"{MODULE}.{RESET}"
    return Finding("MP307", severity, symbol, None, "likely", RESET_MESSAGE, whole, fix)


def may_be_renamed(layer: Value) -> bool:
    """Whether it may be a layer of torch's whose parameters MindSpore calls otherwise."""
    return layer.kind == "instance" and layer.name.startswith("torch.nn.") and _is_renamed(layer)


def _is_renamed(layer: Value) -> bool:
    """Whether MindSpore may call the parameters of a layer of this class otherwise."""
    base = layer.info.torch_base if isinstance(layer.info, ClassInfo) else layer.name
    return base is None or base == MODULE or base.rstrip("123d").endswith(RENAMED)


def _is_norm(value: Value) -> bool:
    """Whether it is a norm of torch's that MindSpore gives ones and zeros without ``affine``."""
    return value.kind == "instance" and _keeps_constants(value.name)


def _keeps_constants(symbol: str) -> bool:
    return symbol.rpartition(".")[2].lstrip("_").startswith(KEEPING)


def _is_some_layer(value: Value) -> bool:
    return value.kind == "instance" and value.name == MODULE


def by_setter(site: Site, use: Use, setter: str) -> tuple[Edit, ...]:
    """``setter(m, "name", value)`` for ``m.name = value``; nothing where more is assigned."""
    statement, node, document = use.statement, use.node, site.document
    if not isinstance(statement, ast.Assign) or statement.targets != [node]:
        return ()
    if not isinstance(node, ast.Attribute) or isinstance(statement.value, ast.Yield):
        return ()
    layer, value = document.span(node.value), document.span(statement.value)
    given: tuple[Piece, ...] = (value,)
    if isinstance(statement.value, ast.Tuple) and not document.text.startswith("(", value.start):
        given = ("(", value, ")")
    pieces: tuple[Piece, ...] = (Name(setter), "(", layer, f', "{node.attr}", ', *given, ")")
    return (Edit(document.span(statement), pieces),)


def _has_renamed(site: Site) -> bool:
    """Whether the file speaks of layers whose parameters have other names in MindSpore."""
    tree = site.document.tree
    return tree is not None and kept(tree, _names_renamed)


def _names_renamed(tree: ast.Module) -> bool:
    names = [node.attr for node in find(tree, ast.Attribute)]
    names += [node.id for node in find(tree, ast.Name)]
    # ``name.find("BatchNorm2d")`` of a layer's class, in a file that has no layers of its own
    names += [n.value for n in find(tree, ast.Constant) if isinstance(n.value, str)]
    return any(name.rstrip("123d").endswith(RENAMED) for name in names)
