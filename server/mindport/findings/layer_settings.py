"""Settings of a layer that code changes or reads after the layer was made (MP221).

Torch's layers read them in every call. MindSpore's put them into an operator when they are made, and
keep some in another form: runs on CPU with 2.10.0 showed which ones a later change still reaches.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.bases import MODULE
from mindport.findings.dropped import remove_statement
from mindport.findings.families import by_setter
from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece, Severity
from mindport.symbols.formats import CRITERION
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN
from mindport.texts import Text, filled

CODE = "MP221"
CONV = "torch.nn.modules.conv._ConvNd."
NORM = "torch.nn.modules.batchnorm._NormBase"
NAMED_NORM = re.compile(r"(?:\w+_)?(?:bn|batch_?norm)_?\d*", re.I)
LOSS = "torch.nn.modules.loss._Loss"
# Attributes of layers that no call depends on.
DESCRIPTIONS = frozenset(
    {"embedding_dim", "in_channels", "in_features", "inplace", "num_embeddings", "num_features",
     "num_parameters", "out_channels", "out_features", "return_indices", "training", "transposed"}
)  # fmt: skip
# What a change reaches in MindSpore, too.
REACHED = frozenset(
    {("torch.nn.Dropout", "p"), ("torch.nn.GroupNorm", "eps"), ("torch.nn.Softmax", "dim"),
     ("torch.nn.Flatten", "start_dim"), ("torch.nn.Flatten", "end_dim")}
)  # fmt: skip
# What MindSpore's convolutions keep in another form than torch's.
PAIRS = frozenset({"kernel_size", "stride", "padding", "dilation"})
# What a helper sets, and makes the layer's operator anew for.
SETTER = "helper.set_layer_setting"
NORMS = ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "modules.batchnorm._BatchNorm")
SETTABLE = frozenset(
    {("torch.nn.LayerNorm", "eps")}
    | {(f"torch.nn.{norm}", name) for norm in NORMS for name in ("eps", "momentum")}
    | {("torch.nn.Conv2d", name) for name in ("stride", "padding", "dilation")}
)
# What sets how a loss is reduced, and the losses of MindSpore that read it when they are made. The
# others read it in every call, as runs on CPU with 2.10.0 showed.
REDUCER = "helper.set_reduction"
READER = "helper.loss_reduction"
REDUCED = frozenset({"torch.nn.MSELoss", "torch.nn.PoissonNLLLoss"})
REDUCED_LATER = frozenset(
    f"torch.nn.{name}Loss"
    for name in ("BCE", "BCEWithLogits", "CosineEmbedding", "CrossEntropy", "GaussianNLL",
                 "HingeEmbedding", "Huber", "KLDiv", "L1", "MarginRanking", "MultiLabelSoftMargin",
                 "MultiMargin", "NLL", "SmoothL1", "TripletMargin")
)  # fmt: skip
REDUCTIONS = frozenset({"batchmean", "mean", "none", "sum"})
# Those that both frameworks keep as one number.
KEPT = frozenset({"eps", "momentum"})
LATE = Text(
    "MindSpore's layers read this setting when they are made: what is set afterwards has no effect. "
    "Give it to the constructor, or make the layer anew.",
    "MindSpore 的层在创建时读取该设置，之后再赋值不起作用；请在构造时给出，或重新创建该层。",
)
FORM = Text(
    "MindSpore keeps {0} as it works with it: a Conv1d's is (1, n), and padding has a number for each "
    "side, or is the int that was given.",
    "MindSpore 保存的 {0} 形式不同：Conv1d 中为 (1, n)；padding 为每一侧一个数，或构造时给出的整数。",
)
ANEW = Text(
    "MindSpore's layers hand this setting to an operator when they are made; it is made anew here.",
    "MindSpore 的层在创建时把该设置交给算子；此处重新创建该算子。",
)
NO_MOMENTUM = Text(
    "MindSpore's norms average with a fixed momentum: None, by which torch's take the mean of all batches, "
    "is refused. Average the batches' statistics by hand, or keep a number.",
    "MindSpore 的归一化层以固定的 momentum 求滑动平均，不接受 None（torch 以此对所有批次求平均）。请手动对各批次的"
    "统计量求平均，或保留一个数值。",
)
SET_TITLE = Text("Set it, and make the operator anew", "设置该值并重新创建算子")
REDUCED_ANEW = Text(
    "MindSpore's MSELoss makes two flags of its reduction when it is made, and reads those: they are set, "
    "too.",
    "MindSpore 的 MSELoss 在创建时由 reduction 得到两个标志并读取它们；此处一并设置。",
)
OF_FLAGS = Text(
    "Some losses of MindSpore, MSELoss among them, keep two flags in place of their reduction: it is read "
    "of those.",
    "MindSpore 的某些损失（如 MSELoss）不保存 reduction，而保存由它得到的两个标志：此处从标志读取。",
)
OF_FLAGS_TITLE = Text("Read it of what the loss keeps", "从损失保存的标志读取")
NOT_KEPT = Text(
    "MindSpore's {0} does not keep its reduction, and raises here. Keep it beside the loss.",
    "MindSpore 的 {0} 不保存 reduction，此处会报错；请另行保存。",
)
REDUCE_TITLE = Text("Set what the loss reads, too", "同时设置损失所读取的标志")
NO_BIAS = Text(
    "MindSpore's convolutions ask has_bias whether to add a bias: it is taken back with the bias.",
    "MindSpore 的卷积层按 has_bias 决定是否加偏置：去掉偏置时需一并取消。",
)
NO_BIAS_TITLE = Text("Take back has_bias, too", "同时取消 has_bias")
NO_PLACE = Text(
    "Layers are not made to work in place: the results are the same, and the inputs keep their values.",
    "不改为原地计算：输出相同，输入保持原值。",
)
REMOVE = Text("Remove the assignment", "删除该赋值")
SIDE = Text("Ask the layer's operator", "读取该层算子的设置")
OF_ZEROS = Text(
    "The layer is taken to pad with zeros, by a number for each axis.",
    "假定该层以零填充，且每个轴给出一个数。",
)
LAST = Text("Take the last one", "取最后一个")


def setting_finding(site: Site, use: Use) -> Finding | None:
    """``bn.eps = 1e-3``, and ``conv.stride[0]`` of a Conv1d."""
    node, owner = use.node, use.owner
    if owner is None or not owner.startswith("torch.nn.") or not isinstance(node, ast.Attribute):
        return None
    if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
        return None  # what a class of the user's keeps for its own use
    if isinstance(node.ctx, ast.Store):
        return _late(site, use, owner, node)
    if use.symbol.startswith(CONV) and node.attr in PAIRS and isinstance(node.ctx, ast.Load):
        return _other_form(site, use, owner, node)
    if node.attr == "reduction" and owner in REDUCED and not _is_set(site):
        if site.target.mode == "GRAPH":
            return _told(site, use, "error", filled(NOT_KEPT, owner.rpartition(".")[2]))
        return _told(site, use, "warning", OF_FLAGS, _of_flags(site, node))
    return None


def _of_flags(site: Site, node: ast.Attribute) -> Fix:
    pieces = (Name(READER), "(", site.document.span(node.value), ")")
    return Fix(OF_FLAGS_TITLE, "safe", (Edit(site.document.span(node), pieces),))


def inplace_findings(site: Site) -> Iterator[Finding]:
    """``m.inplace = True`` of a layer, for which some layers of MindSpore take a kernel that a CPU
    lacks."""
    tree = site.document.tree
    if tree is None or ".inplace" not in site.document.text:
        return
    for statement in find(tree, ast.Assign):
        match statement:
            case ast.Assign([ast.Attribute(layer, "inplace") as target], ast.Constant(bool())):
                value = site.bindings.values.get(layer, UNKNOWN)
                if value.kind == "instance" and value.name.startswith("torch.nn."):
                    edit = remove_statement(site.document, statement)
                    fix = Fix(REMOVE, "safe", (edit,))
                    end = site.document.span(target).end
                    span = Span(end - len(target.attr), end)
                    yield Finding(CODE, "warning", value.name, None, "certain", NO_PLACE, span, fix)


def reduction_findings(site: Site) -> Iterator[Finding]:
    """``self.loss_fcn.reduction = 'none'`` of what may be any loss, as one that a class is given."""
    tree = site.document.tree
    if tree is None or ".reduction" not in site.document.text:
        return
    for statement in find(tree, ast.Assign):
        match statement:
            case ast.Assign([ast.Attribute(loss, "reduction") as target], value):
                is_own = isinstance(loss, ast.Name) and loss.id in ("self", "cls")
                is_one = (
                    getattr(value, "value", None) in REDUCTIONS or name_of(value) == "reduction"
                )
                held = site.bindings.values.get(loss, UNKNOWN)
                if is_one and not is_own and held.kind == UNKNOWN.kind:
                    fix = Fix(REDUCE_TITLE, "safe", _reduced_anew(site, statement, target))
                    end = site.document.span(target).end
                    span = Span(end - len(target.attr), end)
                    yield Finding(CODE, "warning", LOSS, None, "likely", REDUCED_ANEW, span, fix)


def reduction_read_findings(site: Site) -> Iterator[Finding]:
    """``criterion.reduction`` of a value of unknown type, by what people call losses."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch or ".reduction" not in site.document.text:
        return
    for node in find(tree, ast.Attribute):
        if node.attr != "reduction" or not isinstance(node.ctx, ast.Load):
            continue
        if site.target.mode != "GRAPH" and _may_keep_flags(site, node.value):
            end = site.document.span(node).end
            span = Span(end - len(node.attr), end)
            fix = _of_flags(site, node)
            yield Finding(CODE, "warning", f"{LOSS}.reduction", None, "likely", OF_FLAGS, span, fix)


def _may_keep_flags(site: Site, node: ast.expr) -> bool:
    """Whether it may be a loss without a reduction: one of several, or one by its name alone."""
    held = site.bindings.values.get(node, UNKNOWN)
    if held.kind == "instance" and held.name == MODULE:
        return not held.items or any(one.name in REDUCED for one in held.items)
    return held.kind == UNKNOWN.kind and CRITERION.search(name_of(node)) is not None


def norm_setting_findings(site: Site) -> Iterator[Finding]:
    """``net.layer[0].bn1.momentum = 0.01`` of a value of unknown type, by what people call norms."""
    tree, text = site.document.tree, site.document.text
    if tree is None or not site.bindings.has_torch or not any(f".{one} =" in text for one in KEPT):
        return
    for statement in find(tree, ast.Assign):
        match statement:
            case ast.Assign([ast.Attribute(layer, name) as target], value) if name in KEPT:
                held = site.bindings.values.get(layer, UNKNOWN)
                if held.kind == UNKNOWN.kind and NAMED_NORM.fullmatch(name_of(layer)):
                    pieces = (Name(SETTER), "(", site.document.span(layer), f', "{name}", ')
                    given = (*pieces, site.document.span(value), ")")
                    fix = Fix(SET_TITLE, "safe", (Edit(site.document.span(statement), given),))
                    end = site.document.span(target).end
                    span = Span(end - len(name), end)
                    yield Finding(CODE, "warning", NORM, None, "likely", ANEW, span, fix)


def _is_set(site: Site) -> bool:
    """Whether the file sets a reduction, which is kept then."""
    tree = site.document.tree
    assigned = () if tree is None else find(tree, ast.Attribute)
    return any(one.attr == "reduction" and isinstance(one.ctx, ast.Store) for one in assigned)


def _reduced_anew(site: Site, statement: ast.Assign, target: ast.Attribute) -> tuple[Edit, ...]:
    loss, value = site.document.span(target.value), site.document.span(statement.value)
    pieces = (Name(REDUCER), "(", loss, ", ", value, ")")
    return (Edit(site.document.span(statement), pieces),)


def is_kept_by_its_class(site: Site, use: Use) -> bool:
    """``self.affine`` in a class that derives from a layer, whose helper keeps it."""
    of_self = isinstance(use.receiver, ast.Name) and use.receiver.id == "self"
    of_layer = use.symbol.startswith("torch.nn.") and not use.symbol.startswith(f"{MODULE}.")
    if not of_self or not of_layer or site.api.kind(use.symbol) != "attribute":
        return False
    entry = site.store.entry(use.owner or "")
    helpers = [one.helper for one in entry.equivalents if one.helper] if entry else []
    name = use.symbol.rpartition(".")[2]
    return any(site.store.helper(one).names(name) for one in site.store.with_needed(helpers))


def _late(site: Site, use: Use, owner: str, node: ast.Attribute) -> Finding | None:
    name = node.attr
    if name == "bias" and use.symbol.startswith(CONV):
        return _without_bias(site, use, node)
    if name in DESCRIPTIONS or name in LAYER_PARAMETERS or (owner, name) in REACHED:
        return None
    if site.api.kind(use.symbol) != "attribute" or use.symbol.startswith(f"{MODULE}."):
        return None
    match use.statement:
        case ast.Assign(value=ast.Constant(None)) if name == "momentum":
            return _told(site, use, "error", NO_MOMENTUM)
    if name == "reduction" and owner in REDUCED_LATER:
        return None
    match use.statement:
        case ast.Assign([target]) if name == "reduction" and owner in REDUCED and target is node:
            edits = _reduced_anew(site, use.statement, node)
            return _told(site, use, "warning", REDUCED_ANEW, Fix(REDUCE_TITLE, "safe", edits))
    edits = _set_anew(site, use, owner, node) if (owner, name) in SETTABLE else ()
    if not edits:
        return _told(site, use, "error", LATE)
    return _told(site, use, "warning", ANEW, Fix(SET_TITLE, "safe", edits))


def _without_bias(site: Site, use: Use, node: ast.Attribute) -> Finding | None:
    """``conv.has_bias = conv.bias = None``."""
    match use.statement:
        case ast.Assign([target], ast.Constant(None)) if target is node:
            start = site.document.span(node).start
            added = Edit(Span(start, start), (site.document.span(node.value), ".has_bias = "))
            return _told(site, use, "warning", NO_BIAS, Fix(NO_BIAS_TITLE, "safe", (added,)))
    return None


def _set_anew(site: Site, use: Use, owner: str, node: ast.Attribute) -> tuple[Edit, ...]:
    """The setter for ``bn.eps = x``, ``bn.momentum *= x`` and ``bn.eps, bn.momentum = x, y``."""
    document, statement = site.document, use.statement
    layer = document.span(node.value)
    match statement:
        case ast.AugAssign(value=value):
            if node.attr not in KEPT or owner == "torch.nn.LayerNorm":
                return ()
            sign = document.text[document.span(node).end : document.span(value).start]
            pieces: list[Piece] = [Name(SETTER), "(", layer, f', "{node.attr}", ']
            pieces += [document.span(node), sign.replace("=", ""), Operand(document.span(value))]
            return (Edit(document.span(statement), (*pieces, ")")),)
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if _in_any_order(targets, values):
            line = f"{document.newline}{' ' * statement.col_offset}"
            pieces = []
            for target, value in zip(targets, values, strict=True):
                assert isinstance(target, ast.Attribute)
                if (owner, target.attr) not in SETTABLE or ast.dump(target.value) != ast.dump(
                    node.value
                ):
                    return ()
                pieces += [line] if pieces else []
                pieces += [Name(SETTER), "(", document.span(target.value), f', "{target.attr}", ']
                pieces += [document.span(value), ")"]
            return (Edit(document.span(statement), tuple(pieces)),)
    return by_setter(site, use, SETTER)


def _in_any_order(targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> bool:
    """Whether each target may get its value before the others: none is read."""
    attributes = {target.attr for target in targets if isinstance(target, ast.Attribute)}
    plain = all(isinstance(value, ast.Constant | ast.Name | ast.Attribute) for value in values)
    read = {n.attr for v in values for n in walk(v) if isinstance(n, ast.Attribute)}
    whole = all(isinstance(target, ast.Attribute) for target in targets)
    return whole and plain and len(targets) == len(values) and not attributes & read


def _other_form(site: Site, use: Use, owner: str, node: ast.Attribute) -> Finding | None:
    items = site.bindings.values.get(node.value, UNKNOWN).items
    is_flat = any(one.name == "torch.nn.Conv1d" for one in items)  # and it may be another one, too
    if node.attr != "padding" and owner != "torch.nn.Conv1d" and not is_flat:
        return None
    around = [] if use.statement is None else list(walk(use.statement))
    if any(isinstance(one, ast.keyword) and one.value is node for one in around):
        return None  # handed on to another layer, which takes it as it is
    fix = None
    for one in around:
        if is_flat and isinstance(one, ast.Subscript) and ast.unparse(one.slice) == "-1":
            return None
        if isinstance(one, ast.Subscript) and one.value is node and owner == "torch.nn.Conv1d":
            if isinstance(one.slice, ast.Constant) and one.slice.value == 0:
                fix = Fix(LAST, "safe", (Edit(site.document.span(one.slice), ("-1",)),))
            elif ast.unparse(one.slice) == "-1":
                return None
        if isinstance(one, ast.Subscript) and one.value is node and owner == "torch.nn.Conv2d":
            fix = None if is_flat else _of_operator(site, one, node)
    message = filled(FORM, node.attr)
    return _told(site, use, "warning" if fix else "error", message, fix)


def _of_operator(site: Site, part: ast.Subscript, node: ast.Attribute) -> Fix | None:
    """``conv.conv2d.pad[2]`` for ``conv.padding[1]``: the operator has a number for each side."""
    index = getattr(part.slice, "value", None)
    if site.target.mode == "GRAPH" or index not in (0, 1) or isinstance(index, bool):
        return None
    held = site.document.span(node.value)
    edit = Edit(site.document.span(part), (held, f".conv2d.pad[{2 * index}]"))
    return Fix(SIDE, "unsafe", (edit,), OF_ZEROS)


def _told(
    site: Site, use: Use, severity: Severity, message: Text, fix: Fix | None = None
) -> Finding:
    end = site.document.span(use.node).end
    span = Span(end - len(getattr(use.node, "attr", "")), end)
    return Finding(CODE, severity, use.symbol, None, use.confidence, message, span, fix)
