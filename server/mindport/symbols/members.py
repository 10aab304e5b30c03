"""Attributes: members of modules, of tensors and other instances, of the user's classes."""

from __future__ import annotations

import ast
import re

from mindport.nodes import name_of
from mindport.nodes import walk as nodes_of
from mindport.report import Confidence
from mindport.symbols.binder import Binding, bind
from mindport.symbols.results import PARAMETER_LISTS, attribute_result, mindspore_tensor_members
from mindport.symbols.values import (
    BOOL,
    LAYER_PARAMETERS,
    LIKELY_LAYER,
    LIKELY_TENSOR,
    MINDSPORE_TENSOR,
    OTHER,
    SHAPE,
    STR,
    TENSOR,
    UNKNOWN,
    WRAPPERS,
    ClassInfo,
    LazyName,
    Value,
    element,
    expression_kind,
    is_tensor,
    maybe,
)
from mindport.symbols.walk import Walk, calls_forward, find_member, prepare, record, settle

# Names that both tensors and common Python, NumPy or pandas objects have: on a receiver of
# unknown type they say little.
COMMON = frozenset(
    {"T", "add", "all", "any", "apply_", "argmax", "argmin", "argsort", "bool", "ceil", "char",
     "clip", "clone", "copy_", "conj", "copysign", "corr", "count", "cov", "cumprod", "cumsum",
     "data", "detach", "device", "diagonal", "diff", "dim", "div", "divide", "dot", "dtype", "eq",
     "equal", "equals", "exp", "expand", "fill_", "flatten", "flip", "float", "floor", "floordiv",
     "ge", "get_device", "grad", "gt", "half", "imag", "index", "index_add", "inner", "int", "isin",
     "item", "itemsize", "is_shared", "is_sparse", "kron", "layout", "le", "log", "long", "lt",
     "map_", "mean", "median", "mode", "max", "min", "mul", "multiply", "name", "names", "nbytes",
     "ndim", "ne", "neg", "new", "nonzero", "norm", "numpy", "outer", "permute", "pow", "prod",
     "put", "quantile", "ravel", "real", "refine_names", "rename", "repeat", "reshape", "resize",
     "resolve", "roll", "round", "select", "shape", "short", "sign", "sin", "cos", "size", "sort",
     "split", "sqrt", "square", "squeeze", "std", "stft", "storage", "stride", "strides", "sub",
     "subtract", "sum", "swapaxes", "t", "take", "tan", "tile", "to", "tolist", "trace",
     "transpose", "trunc", "type", "unique", "unfold", "values", "var", "view", "where", "cpu",
     "cuda", "backward", "dist", "bernoulli", "indices", "geometric_", "normal_", "uniform_",
     "record_stream", "register_hook", "share_memory_", "is_meta", "align_to", "align_as"}
)  # fmt: skip


# Those of them that are hardly anything's but torch's.
OF_TORCH = frozenset({"cpu", "cuda", "detach"})


# Arguments that NumPy, pandas and Python's containers have not, or under other names (axis).
KEYWORDS = frozenset(
    {"dim", "dims", "dim0", "dim1", "start_dim", "end_dim", "keepdim", "unbiased",
     "memory_format", "non_blocking"}
)  # fmt: skip
# Functions of nn.init have these names as well.
FILLS = frozenset({"normal_", "uniform_", "fill_"})


# Functions of torch, and methods of its tensors, whose first argument is a shape.
MAKERS = frozenset({"empty", "full", "ones", "rand", "randn", "zeros"})
SHAPED = frozenset({"expand", "new_empty", "new_full", "new_ones", "new_zeros"})
# What people call things whose size() is the number of what they hold.
COUNTED = ("buffer", "cache", "dataset", "heap", "loader", "memory", "pool", "queue", "replay",
           "stack", "store", "storage", "vocab")  # fmt: skip


# What layers register at run time, so that torch's sources do not declare it.
PARAMETERS = frozenset(
    {"weight", "bias", "running_mean", "running_var", "num_batches_tracked", "in_proj_weight",
     "in_proj_bias", "weight_ih", "weight_hh", "bias_ih", "bias_hh"}
)  # fmt: skip


# What many things have, and tensors hardly ever.
NAMES = frozenset({"name", "names"})
# Methods that tensors had and torch 2.13 has no more; each has an entry that says since when.
REMOVED = frozenset(
    {"btrifact", "btrifact_with_info", "btrisolve", "fft", "gels", "gesv", "ifft", "irfft", "potrf",
     "potri", "potrs", "pstrf", "rfft", "trtrs"}
)  # fmt: skip


# What torch_npu, torch's plug-in for Ascend, adds to tensors and modules, as GPUs have it.
PLUGIN_METHODS = {"npu": "cuda"}


# What has no parameters of its own: one that is asked for its weight is another layer.
WITHOUT_PARAMETERS = frozenset(
    {"torch.nn.Identity", "torch.nn.ModuleDict", "torch.nn.ModuleList", "torch.nn.Sequential"}
)


# Where a module keeps what it consists of, which torch's stubs do not declare either.
INSIDE = frozenset({"_modules", "_parameters", "_buffers"})
# What only modules list; processes and nodes of trees have children, too.
LISTS = frozenset({"modules", "named_children", "named_modules", "named_parameters", "parameters"})
# Methods that nothing but modules has, whatever they are given.
OF_MODULES = frozenset(
    {"add_module", "get_parameter", "get_submodule", "named_children", "named_modules",
     "named_parameters", "register_full_backward_hook", "register_full_backward_pre_hook",
     "register_module", "register_parameter"}
)  # fmt: skip
# What code sets on a layer that may be any, as a layer declares it that has it.
SETTINGS = {
    "eps": "torch.nn.modules.batchnorm._NormBase.eps",
    "momentum": "torch.nn.modules.batchnorm._NormBase.momentum",
    "negative_slope": "torch.nn.LeakyReLU.negative_slope",
    "track_running_stats": "torch.nn.modules.batchnorm._NormBase.track_running_stats",
}
# What most layers have and torch.nn.Module itself has not.
OF_LAYERS = frozenset({"reset_parameters"})


# Methods of torch's modules that a Cell of MindSpore 2.10 has not, by comparing both.
MODULES_ALONE = frozenset(
    {"add_module", "children", "eval", "get_parameter", "get_submodule", "modules",
     "named_children", "named_modules", "named_parameters", "parameters",
     "register_full_backward_hook", "register_full_backward_pre_hook", "register_module",
     "register_parameter", "requires_grad_", "train", "zero_grad"}
)  # fmt: skip


# ``x.detach().cpu()``, ``x.detach().item()``: what tensors are asked for behind detach.
AFTER_TENSORS = frozenset({"clone", "cpu", "data", "detach", "item", "numpy", "tolist"})
# What people call networks.
NETWORKS = ("net", "model", "module", "encoder", "decoder", "generator", "discriminator", "critic",
            "actor", "classifier", "backbone", "policy")  # fmt: skip
# What people call norms, of whatever kind they may be.
NORM = re.compile(r"(?:\w*_)?(?:bn|ln|gn|(?:batch|layer|group)?_?norm)_?\d*[a-z]?", re.I)
TENSOR_ATTRIBUTES = frozenset({"data", "grad", "T", "mT", "H", "mH", "real", "imag"})

# Methods of Python's containers that give back what was put in.
GIVE_ITEMS = {
    "mapping": frozenset({"copy", "get", "items", "pop", "popitem", "setdefault", "values"}),
    "sequence": frozenset({"copy", "pop", "popleft"}),
    "tuple": frozenset[str](),
}


def read_member(walk: Walk, node: ast.Attribute, value: Value, call: ast.Call | None) -> Value:
    """The value of ``node``, whose base is ``value``; records what it uses of torch."""
    kind = value.kind
    if kind in ("unknown", "instance") and call is not None:
        listed = f"mindspore.nn.Cell.{node.attr}"
        if listed in PARAMETER_LISTS and not is_tensor(value):
            return Value("mindspore", listed)
    if kind == "unknown":
        torchs = walk.has_torch or (walk.has_mindspore and _is_torchs_alone(node, call))
        return _unknown_receiver(walk, node, call) if torchs else UNKNOWN
    if kind == "torch":
        return _symbol_member(walk, node, value, call)
    if kind == "lazy" and isinstance(value.info, LazyName):
        return _module_member(walk, node, value.info, call)
    if kind == "instance":
        walk.values[node.value] = value
        return _instance_member(walk, node, value, call)
    if kind in ("object", "super") and isinstance(value.info, ClassInfo):
        return _object_member(walk, node, value, value.info, call)
    if kind == "class" and isinstance(value.info, ClassInfo):
        if node.attr == "forward" and calls_forward(value.info):
            record_forward(walk, node, value.info, call)
        return find_member(value.info, node.attr) or UNKNOWN
    if kind == "mindspore":
        return Value("mindspore", f"{value.name}.{node.attr}")
    if kind == "foreign":
        return Value("foreign", f"{value.name}.{node.attr}")
    if kind in ("sequence", "tuple", "mapping"):
        return _container_member(walk, node, value)
    return OTHER if kind == "other" else UNKNOWN


def _module_member(
    walk: Walk, node: ast.Attribute, module: LazyName, call: ast.Call | None
) -> Value:
    """A name of one of the workspace's own modules."""
    found = walk.resolver.lookup(LazyName(module.module, node.attr, module.level, module.path))
    if found.kind == "torch":
        record(walk, found.name, node, "certain", call)
    return found


def _symbol_member(walk: Walk, node: ast.Attribute, value: Value, call: ast.Call | None) -> Value:
    dotted = f"{value.name}.{node.attr}"
    symbol = walk.api.canonical(dotted) or dotted
    kind = walk.api.kind(symbol)
    record(walk, symbol, node, "certain", call)
    if kind in ("attribute", "constant", "dtype", "layout", "memory_format"):
        return attribute_result(symbol)
    return Value("torch", symbol)


def _instance_member(walk: Walk, node: ast.Attribute, value: Value, call: ast.Call | None) -> Value:
    if value.name.startswith("mindspore."):
        return _moved_member(walk, node, value, call)
    owner = "torch.Tensor" if is_tensor(value) else value.name
    if owner == "torch.Tensor" and node.attr in REMOVED and call is not None:
        record(walk, f"{owner}.{node.attr}", node, "certain", call, node.value, owner)
        return UNKNOWN
    if owner in WRAPPERS and node.attr == "module":
        return value.items[0] if value.items else UNKNOWN
    if owner in WITHOUT_PARAMETERS and node.attr in LAYER_PARAMETERS:
        return _parameter_of_some_layer(walk, node, call)
    symbol = walk.api.canonical(f"{owner}.{PLUGIN_METHODS.get(node.attr, node.attr)}")
    if owner == "torch.Tensor" and value.likely and (symbol is None or node.attr in NAMES):
        return _unknown_receiver(walk, node, call)  # it was taken for a tensor, and is none
    confidence: Confidence = "likely" if value.likely else "certain"
    beyond = node.attr in INSIDE or (node.attr in OF_LAYERS and call is not None)
    if symbol is None and beyond and walk.api.is_subclass(owner, "torch.nn.Module"):
        symbol = f"torch.nn.Module.{node.attr}"
    if symbol is None and owner == "torch.nn.Module" and isinstance(node.ctx, ast.Store):
        symbol = SETTINGS.get(node.attr)
    if symbol is None:
        if owner == "torch.nn.ModuleDict" and isinstance(node.ctx, ast.Load):
            return LIKELY_LAYER
        replaced = owner == "torch.nn.Sequential" and isinstance(node.ctx, ast.Store)
        if not replaced and not (owner.startswith("torch.nn.") and node.attr in PARAMETERS):
            return UNKNOWN
        record(walk, f"{owner}.{node.attr}", node, confidence, call, node.value, owner)
        return LIKELY_TENSOR
    record(walk, symbol, node, confidence, call, node.value, owner)
    if owner == "torch.Tensor" and node.attr in TENSOR_ATTRIBUTES:
        return LIKELY_TENSOR if value.likely else TENSOR
    return attribute_result(symbol)


def _moved_member(walk: Walk, node: ast.Attribute, value: Value, call: ast.Call | None) -> Value:
    """A member of what is MindSpore's already: only what a MindSpore tensor lacks is torch's.

    Methods that change a tensor in place have torch's names and habits, but not on every device
    what they need to keep to them, so that they are looked at in MindSpore's code too.
    """
    if not is_tensor(value):
        return UNKNOWN
    if value.name == "mindspore.Parameter" and node.attr in ("requires_grad", "name"):
        return BOOL if node.attr == "requires_grad" else STR
    if node.attr == "shape":
        return SHAPE
    missing = node.attr not in mindspore_tensor_members()
    if not missing and call is not None and _is_in_place(node.attr):
        symbol = walk.api.canonical(f"torch.Tensor.{node.attr}")
        if symbol is not None:
            record(walk, symbol, node, "likely", call, node.value, "torch.Tensor")
    elif missing or (node.attr == "size" and call is not None):
        symbol = walk.api.canonical(f"torch.Tensor.{node.attr}")
        if symbol is not None:
            record(walk, symbol, node, "likely", call, node.value, "torch.Tensor")
            result = attribute_result(symbol)
            return MINDSPORE_TENSOR if result is TENSOR else result
        return UNKNOWN
    return Value("mindspore", f"mindspore.Tensor.{node.attr}")


def _is_in_place(name: str) -> bool:
    return name.endswith("_") and not name.endswith("__")


def _object_member(
    walk: Walk, node: ast.Attribute, value: Value, info: ClassInfo, call: ast.Call | None
) -> Value:
    name = node.attr
    found = None
    prepare(walk, info)
    if value.kind == "object":
        found = find_member(info, name)
    else:
        for base in info.bases:
            if isinstance(base.info, ClassInfo):
                found = found or find_member(base.info, name)
    if info.torch_base is not None and (found is None or (name == "forward" and info.is_module)):
        symbol = walk.api.canonical(f"{info.torch_base}.{PLUGIN_METHODS.get(name, name)}")
        if name in INSIDE and info.is_module:
            symbol = f"torch.nn.Module.{name}"
        if symbol is not None:
            record(walk, symbol, node, "certain", call, node.value, info.torch_base)
            walk.values[node.value] = value
            if found is None:
                if name == "register_buffer" and call is not None:
                    _register_buffer(info, call)
                return attribute_result(symbol)
        elif name in PARAMETERS and info.torch_base != "torch.nn.Module":
            symbol = f"{info.torch_base}.{name}"
            record(walk, symbol, node, "certain", call, node.value, info.torch_base)
            return LIKELY_TENSOR
    elif found is None and call is not None and name in MODULES_ALONE and info.is_plain_cell:
        symbol = f"torch.nn.Module.{name}"  # the class was moved, and this was left to do
        record(walk, symbol, node, "certain", call, node.value, "torch.nn.Module")
        return attribute_result(symbol)
    elif info.torch_base is None and name == "forward" and calls_forward(info):
        record_forward(walk, node, info, call)
    return UNKNOWN if found is None else settle(walk, found)


def record_forward(walk: Walk, node: ast.Attribute, info: ClassInfo, call: ast.Call | None) -> None:
    """A module's forward is named by the user's own class."""
    base = info.torch_base or "torch.nn.Module"
    record(walk, "torch.nn.Module.forward", node, "certain", call, node.value, base)


def _register_buffer(info: ClassInfo, call: ast.Call) -> None:
    """``self.register_buffer("name", tensor)`` makes an attribute."""
    if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
        info.attributes.setdefault(call.args[0].value, TENSOR)


def _container_member(walk: Walk, node: ast.Attribute, value: Value) -> Value:
    fields = walk.api.fields(value.name) if value.name else ()
    if node.attr in fields:
        owner = f"torch.return_types.{value.name.rpartition('.')[2]}"
        record(walk, f"{owner}.{node.attr}", node, "certain", None, node.value, owner)
        return value.items[fields.index(node.attr)]
    if node.attr not in GIVE_ITEMS[value.kind]:
        return OTHER
    walk.values[node.value] = value
    return UNKNOWN


def given_back(value: Value, method: str) -> Value:
    """What a dict's method gives of what it holds, which may have got something else since."""
    if value.kind != "mapping" or method not in GIVE_ITEMS["mapping"]:
        return UNKNOWN
    held = maybe(element(value))
    if held.kind != "instance":
        return UNKNOWN
    if method == "values":
        return Value("sequence", items=(held,))
    if method == "items":
        return Value("sequence", items=(Value("tuple", items=(UNKNOWN, held)),))
    return value if method == "copy" else UNKNOWN if method == "popitem" else held


def _takes(walk: Walk, symbol: str, call: ast.Call) -> bool:
    """Whether a tensor's method takes these arguments: ``np.tanh(x)`` by another name is none."""
    bound = bind(walk.api.signatures(symbol), call)
    return isinstance(bound, Binding) or bound.spread


def _is_torchs_alone(node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether a method was left behind where the import of torch is gone: MindSpore's have it not."""
    name = node.attr
    if call is None or (name in COMMON and name not in OF_TORCH):
        return False
    return name not in mindspore_tensor_members() or name in MODULES_ALONE


def _unknown_receiver(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> Value:
    """A tensor's name on a value of unknown type: recorded, with what little it tells.

    Only of ``parameters()`` and the like the result is known: it is a network that has them.
    """
    name = node.attr
    if call in walk.chained:
        walk.values[node.value] = LIKELY_TENSOR
        return _instance_member(walk, node, LIKELY_TENSOR, call)
    if name in LAYER_PARAMETERS and NORM.fullmatch(name_of(node.value)):
        return _parameter_of_some_layer(walk, node, call)
    if call is not None and _is_of_network(node, call):
        owner = "torch.nn.Module"
        record(walk, f"{owner}.{name}", node, "likely", call, node.value, owner)
        return attribute_result(f"{owner}.{name}") if name in LISTS else UNKNOWN
    bare = call is not None and not (call.args or call.keywords)
    if name in ("children", "eval") and bare and walk.has_torch:
        owner = "torch.nn.Module"
        record(walk, f"{owner}.{name}", node, "name", call, node.value, owner)
        return UNKNOWN
    if name in COMMON and not _is_of_tensor(walk, node, call):
        if call is not None and not _has_text_argument(call):
            symbol = walk.api.canonical(f"torch.Tensor.{name}")
            if symbol is not None:
                record(walk, symbol, node, "name", call, node.value, "torch.Tensor")
        return UNKNOWN
    symbol = walk.api.canonical(f"torch.Tensor.{PLUGIN_METHODS.get(name, name)}")
    if symbol is None or name.startswith("__"):
        return UNKNOWN
    method = walk.api.kind(symbol) == "method"
    if (call is not None) == method and (call is None or _takes(walk, symbol, call)):
        record(walk, symbol, node, "likely", call, node.value, "torch.Tensor")
    return UNKNOWN


def note_chained(walk: Walk, node: ast.Attribute) -> None:
    """``x.detach()`` in ``x.detach().item``, and wherever it stands before ``numpy``."""
    inner = node.value
    while isinstance(inner, ast.Call | ast.Attribute):
        if isinstance(inner, ast.Attribute):
            inner = inner.value
            continue
        named = isinstance(inner.func, ast.Attribute) and inner.func.attr == "detach"
        if named and not inner.args and not inner.keywords:
            walk.chained.add(inner)
        if node.attr != "numpy":
            return
        inner = inner.func


def note_initialized(walk: Walk, node: ast.expr) -> None:
    """``nn.init.zeros_(m.bias)``: what is initialized is a layer's, whatever ``m`` is."""
    if isinstance(node, ast.Attribute) and node.attr in LAYER_PARAMETERS:
        walk.values[node] = _parameter_of_some_layer(walk, node, None)


def _parameter_of_some_layer(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> Value:
    owner = "torch.nn.Module"
    walk.values[node.value] = LIKELY_LAYER
    record(walk, f"{owner}.{node.attr}", node, "certain", call, node.value, owner)
    return LIKELY_TENSOR


def _is_of_network(node: ast.Attribute, call: ast.Call) -> bool:
    """``model.train()``, ``x.parameters()``: methods of modules, called as only modules have them."""
    if node.attr in OF_MODULES:
        return True
    if node.attr == "train" and len(call.args) == 1:
        mode = call.args[0]
        if name_of(mode) == "training" and isinstance(mode, ast.Attribute):
            return True  # x.train(self.training)
        if not isinstance(getattr(mode, "value", None), bool):
            return False
    elif (call.args or call.keywords) and node.attr != "requires_grad_":
        return False
    holder = node.value.attr if isinstance(node.value, ast.Attribute) else ""
    holder = node.value.id if isinstance(node.value, ast.Name) else holder
    if node.attr in ("train", "eval", "requires_grad_"):
        return any(word in holder.lower() for word in NETWORKS)
    return node.attr in LISTS or node.attr in OF_LAYERS


def _is_of_tensor(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether a common name is called as only tensors have it."""
    if call is None:
        return False
    if any(k.arg in KEYWORDS and _is_no_name(walk, k.value) for k in call.keywords):
        return True
    if node.attr == "to":
        return _moves(call)
    if node.attr == "cpu":
        return not call.args and not call.keywords
    if node.attr in FILLS:
        return all(map(_is_number, [*call.args, *(k.value for k in call.keywords)]))
    return node.attr == "size" and (_asks_for_axis(call) or _is_taken_apart(walk, call))


def _is_number(node: ast.expr) -> bool:
    """A number, or arithmetic with one: the functions of nn.init take a tensor first."""
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return _is_number(node.left) or _is_number(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _moves(call: ast.Call) -> bool:
    """``x.to(device)``: tensors and modules alone are moved so, and both stay where they are."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return len(given) == 1 and expression_kind(given[0], UNKNOWN) == "device"


def _is_no_name(walk: Walk, value: ast.expr) -> bool:
    """Whether an axis may be a number, as torch's are: xarray's have names."""
    inner = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    if any(isinstance(item, ast.Constant) and isinstance(item.value, str) for item in inner):
        return False
    sources = (value.info for value in walk.imported.values())
    return not any(isinstance(s, LazyName) and s.module.startswith("xarray") for s in sources)


def _is_taken_apart(walk: Walk, call: ast.Call) -> bool:
    """``b, c, h, w = x.size()`` or ``x.size()[2:]``, or taken as only a shape is."""
    if call.args or call.keywords or walk.statement is None:
        return False
    statement = walk.statement
    if isinstance(statement, ast.Assign) and statement.value is call:
        return isinstance(statement.targets[0], ast.Tuple | ast.List)
    return any(
        (isinstance(n, ast.Subscript) and n.value is call)
        or (isinstance(n, ast.Compare) and _is_compared_with_shape(n, call))
        or (isinstance(n, ast.Call) and n is not call and _makes_alike(n, call))
        for n in nodes_of(statement)
    )


def _is_compared_with_shape(compared: ast.Compare, call: ast.Call) -> bool:
    """``x.size() == torch.Size([3])`` or ``x.size() != (3, 4)``: what counts items is an int."""
    sides = [compared.left, *compared.comparators]
    return call in sides and any(
        (isinstance(side, ast.Tuple | ast.List) and bool(side.elts))
        or (isinstance(side, ast.Call) and name_of(side.func) == "Size")
        for side in sides
    )


def _makes_alike(maker: ast.Call, call: ast.Call) -> bool:
    """``torch.zeros(x.size())`` or ``y.expand(x.size())``; buffers count what they hold."""
    function = maker.func
    if not maker.args or maker.args[0] is not call or not isinstance(function, ast.Attribute):
        return False
    holder = name_of(call.func.value).lower() if isinstance(call.func, ast.Attribute) else ""
    if not holder or any(word in holder for word in COUNTED):
        return False
    if function.attr in SHAPED:
        return True
    return function.attr in MAKERS and name_of(function.value) in ("torch", "th")


def _asks_for_axis(call: ast.Call) -> bool:
    """``x.size(0)``: nothing else in common use has a method ``size`` that takes an axis."""
    if len(call.args) != 1 or call.keywords:
        return False
    argument: ast.expr = call.args[0]
    if isinstance(argument, ast.UnaryOp):
        argument = argument.operand
    return isinstance(argument, ast.Constant) and isinstance(argument.value, int)


def _has_text_argument(call: ast.Call) -> bool:
    return any(
        isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        for argument in call.args
    )
