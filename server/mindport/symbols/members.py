"""Attributes: members of modules, of tensors and other instances, of the user's classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache, reduce
from itertools import takewhile

from mindport.nodes import attribute_of_self, find, name_of
from mindport.report import Confidence
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.mixins import OF_THE_NETWORK, is_mixin
from mindport.symbols.numpy_results import array_method
from mindport.symbols.receivers import (
    CELLS_LACK,
    COMMON,
    LISTS,
    OF_LAYERS,
    STATES,
    has_text_argument,
    is_gradient,
    is_kept_of_network,
    is_number,
    is_of_convolution,
    is_of_network,
    is_of_tensor,
    is_of_tensor_alone,
    is_run_by_forward,
    is_torchs_alone,
    moves_cell,
    owner_of_state,
    sets_mode,
    takes,
)
from mindport.symbols.results import PARAMETER_LISTS, attribute_result, mindspore_tensor_members
from mindport.symbols.torch_api import load
from mindport.symbols.values import (
    BOOL,
    LAYER_PARAMETERS,
    LIKELY_LAYER,
    LIKELY_TENSOR,
    MINDSPORE_TENSOR,
    NAMESPACE,
    NUMBER_OR_NUMPY,
    NUMBER_OR_TENSOR,
    NUMPY,
    OTHER,
    SHAPE,
    STR,
    TENSOR,
    THIS_MODULE,
    UNKNOWN,
    WRAPPERS,
    ClassInfo,
    FunctionInfo,
    LazyName,
    Value,
    held_item,
    is_tensor,
    join,
    maybe,
)
from mindport.symbols.walk import (
    Walk,
    calls_forward,
    find_member,
    prepare,
    record,
    returned,
    settle,
)

# What layers register at run time, so that torch's sources do not declare it.
PARAMETERS = frozenset(
    {"weight", "bias", "running_mean", "running_var", "num_batches_tracked", "in_proj_weight",
     "in_proj_bias", "weight_ih", "weight_hh", "bias_ih", "bias_hh"}
)  # fmt: skip


# What many things have, and tensors hardly ever.
NAMES = frozenset({"name", "names", "values"})  # of a dict, more often than of a sparse tensor
# Methods that tensors had and torch 2.13 has no more; each has an entry that says since when.
REMOVED = frozenset(
    {"btrifact", "btrifact_with_info", "btrisolve", "fft", "gels", "gesv", "ifft", "irfft", "potrf",
     "potri", "potrs", "pstrf", "rfft", "trtrs"}
)  # fmt: skip


# What torch_npu, torch's plug-in for Ascend, adds to tensors and modules, as GPUs have it.
PLUGIN_METHODS = {"npu": "cuda"}


# What has no parameters of its own: one that is asked for its weight is another layer.
NAMED_LAYERS = frozenset({"torch.nn.ModuleDict", "torch.nn.Sequential"})
WITHOUT_PARAMETERS = frozenset(
    {"torch.nn.Identity", "torch.nn.ModuleDict", "torch.nn.ModuleList", "torch.nn.Sequential"}
)


NORM_LAYER = re.compile(r"(?:Batch|Group|Instance|Layer)Norm(?:[123]d)?")
# Layers whose parameters have other names in MindSpore.
RENAMED_LAYER = re.compile(
    rf"torch\.nn\.(?:{NORM_LAYER.pattern}|Embedding|EmbeddingBag|PReLU|RMSNorm)"
)
# Where a module keeps what it consists of and what it calls, which torch's stubs do not declare either.
INSIDE = frozenset(
    {
        "_modules",
        "_parameters",
        "_buffers",
        "_forward_hooks",
        "_forward_pre_hooks",
        "_backward_hooks",
    }
)
# What torch's constructors of these call, instead of reset_parameters, for first values.
FIRST_VALUES = dict.fromkeys(
    ("torch.nn.MultiheadAttention", "torch.nn.Transformer"), "_reset_parameters"
)
# What a tensor says of its memory.
OF_MEMORY = frozenset({"_base", "_version"})
# Methods that a Cell calls by another name, those of the user's own classes too.
OVERRIDDEN = frozenset({"forward", "extra_repr"})
# Methods that one class of torch's alone has.
OF_ONE_CLASS = {
    "add_param_group": "torch.optim.Optimizer",
    "flatten_parameters": "torch.nn.RNNBase",
    "reset_running_stats": "torch.nn.modules.batchnorm._NormBase",
}
# What is read of no other class of torch's, whatever the receiver is.
READ_OF_ONE_CLASS = dict.fromkeys(
    ("_all_weights", "_flat_weights", "_flat_weights_names"), "torch.nn.RNNBase"
)
# What layers of torch's alone have, of whatever kind the layer may be.
OF_CONVOLUTIONS = frozenset({"_conv_forward"})
# What is read of a layer that may be any, and norms alone have.
OF_NORMS = frozenset({"affine"})
# What code sets on a layer that may be any, as a layer declares it that has it.
SETTINGS = {
    "eps": "torch.nn.modules.batchnorm._NormBase.eps",
    "momentum": "torch.nn.modules.batchnorm._NormBase.momentum",
    "negative_slope": "torch.nn.LeakyReLU.negative_slope",
    "track_running_stats": "torch.nn.modules.batchnorm._NormBase.track_running_stats",
}


# ``x.detach().cpu()``, ``x.detach().item()``: what tensors are asked for behind detach.
AFTER_TENSORS = frozenset({"clone", "cpu", "data", "detach", "item", "numpy", "tolist"})
# ``x.float().std()``: casts that no array has, and what networks, which have them, are not asked for.
CASTS = frozenset({"bfloat16", "double", "float", "half", "long"})
AFTER_CASTS = AFTER_TENSORS | {
    "amax", "amin", "argmax", "max", "mean", "min", "norm", "permute", "repeat", "size", "std", "sum",
    "transpose", "var", "view"
}  # fmt: skip
# What people call norms, of whatever kind they may be.
NORM = re.compile(r"(?:\w*_)?(?:bn|ln|gn|(?:batch|layer|group)?_?norm)_?\d*[a-z]?", re.I)
# What they call embeddings.
EMBEDDING = re.compile(r"(?:\w*_)?(?:emb(?:s|ed(?:s|ders?|dings?)?)?|wte|wpe)(?:_\w+)?", re.I)
TENSOR_ATTRIBUTES = frozenset({"data", "grad", "T", "mT", "H", "mH", "real", "imag"})

# Methods of Python's containers that give back what was put in.
GIVE_ITEMS = {
    "mapping": frozenset({"copy", "get", "items", "pop", "popitem", "setdefault", "values"}),
    "sequence": frozenset({"copy", "pop", "popleft"}),
    "tuple": frozenset[str](),
}


def read_member(walk: Walk, node: ast.Attribute, value: Value, call: ast.Call | None) -> Value:
    """The value of ``node``, whose base is ``value``; records what it uses of torch."""
    if value is NUMBER_OR_TENSOR and not any(hasattr(one, node.attr) for one in (int, float)):
        value = LIKELY_TENSOR  # a number has no such member
    if node.attr == "_orig_mod" and walk.has_torch and isinstance(node.ctx, ast.Load):
        record(walk, "torch.nn.Module._orig_mod", node, "certain", call, node.value)
        return value  # torch.compile(model)._orig_mod, which is the model
    kind = "unknown" if value.kind == "none" else value.kind  # what has members is no None
    if kind in ("unknown", "instance") and call is not None:
        listed = f"mindspore.nn.Cell.{node.attr}"
        if listed in PARAMETER_LISTS and not is_tensor(value):
            return Value("mindspore", listed)
    if kind == "unknown":
        torchs = walk.has_torch or (walk.has_mindspore and is_torchs_alone(node, call))
        torchs = torchs or (call is not None and sets_mode(walk, node))
        return _unknown_receiver(walk, node, call) if torchs else UNKNOWN
    if kind == "torch":
        return _symbol_member(walk, node, value, call)
    if kind == "lazy" and isinstance(value.info, LazyName):
        return _module_member(walk, node, value.info, call)
    if kind == "instance":
        walk.values[node.value] = value
        return _instance_member(walk, node, value, call)
    if kind in ("object", "super") and isinstance(value.info, ClassInfo):
        if isinstance(node.ctx, ast.Store):
            walk.values[node.value] = value
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
    if value is THIS_MODULE:
        return _own_member(walk, node, call)
    if value is NUMPY and call is not None:
        return array_method(node.attr)
    return OTHER if kind == "other" and value is not NAMESPACE else UNKNOWN


def _own_member(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> Value:
    """A name of the file itself, which it takes out of ``sys.modules``."""
    found = walk.module.names.get(node.attr)
    if found is None or isinstance(node.ctx, ast.Store):
        return UNKNOWN
    found = settle(walk, found)
    if found.kind == "torch":
        record(walk, found.name, node, "certain", call)
    return found


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
    if owner == "torch.Tensor" and node.attr in ("std", "var") and _is_moved(call):
        return Value("mindspore", f"mindspore.Tensor.{node.attr}")
    if owner == "torch.Tensor" and node.attr in REMOVED and call is not None:
        record(walk, f"{owner}.{node.attr}", node, "certain", call, node.value, owner)
        return UNKNOWN
    if owner in WRAPPERS and node.attr == "module":
        return value.items[0] if value.items else UNKNOWN
    if owner in WITHOUT_PARAMETERS and node.attr in LAYER_PARAMETERS:
        return _parameter_of_some_layer(walk, node, call)
    if owner == "torch.nn.Module" and value.items and isinstance(node.ctx, ast.Load):
        member = _member_of_any(walk, value.items, node.attr)
        if member is not None:
            return member
    symbol = walk.api.canonical(f"{owner}.{PLUGIN_METHODS.get(node.attr, node.attr)}")
    if owner == "torch.Tensor" and value.likely and (symbol is None or node.attr in NAMES):
        return _unknown_receiver(walk, node, call)  # it was taken for a tensor, and is none
    confidence: Confidence = "likely" if value.likely else "certain"
    beyond = node.attr in INSIDE or (node.attr in OF_LAYERS and call is not None)
    if symbol is None and beyond and walk.api.is_subclass(owner, "torch.nn.Module"):
        symbol = f"torch.nn.Module.{node.attr}"
    if symbol is None and (
        (call is not None and node.attr == FIRST_VALUES.get(owner))
        or (owner == "torch.Tensor" and node.attr in OF_MEMORY)
    ):
        symbol = f"{owner}.{node.attr}"
    if symbol is None and node.attr in READ_OF_ONE_CLASS and call is None:
        base = READ_OF_ONE_CLASS[node.attr]
        symbol = f"{base}.{node.attr}" if walk.api.is_subclass(owner, base) else None
    if symbol is None and owner == "torch.nn.Module" and isinstance(node.ctx, ast.Store):
        symbol = SETTINGS.get(node.attr)
    if symbol is None and owner == "torch.nn.Module" and node.attr in OF_NORMS and call is None:
        symbol = f"{owner}.{node.attr}"
    if symbol is None and owner == "torch.nn.Module" and _is_of_one_class(walk, node, call):
        symbol = f"{OF_ONE_CLASS[node.attr]}.{node.attr}"
    if symbol is None and owner == "torch.nn.Module" and is_of_convolution(walk, node):
        symbol = f"torch.nn.modules.conv._ConvNd.{node.attr}"
    if symbol is None and isinstance(node.ctx, ast.Load):
        layer = walk.api.layer(owner, node.attr)
        if layer is not None:
            return Value("instance", layer)
    if symbol is None:
        if owner in NAMED_LAYERS and isinstance(node.ctx, ast.Load):
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


def _is_of_one_class(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether one class of torch's alone has the method, and none of the file."""
    own = any(node.attr in info.methods for info in walk.classes)
    return node.attr in OF_ONE_CLASS and call is not None and not own


def _member_of_any(walk: Walk, layers: Sequence[Value], name: str) -> Value | None:
    """What layers of several classes of the user's have by one name, where each sets its own."""
    members = []
    for layer in layers:
        if not isinstance(layer.info, ClassInfo) or name in OVERRIDDEN:
            return None
        prepare(walk, layer.info)
        found = find_member(layer.info, name)
        if found is None or is_of_its_layer(layer.info, name):
            return None
        members.append(settle(walk, found))
    any_of = reduce(join, members)
    return UNKNOWN if any_of.kind == "function" else any_of


def _is_moved(call: ast.Call | None) -> bool:
    """``x.std(ddof=1)``, which torch has not: what a file that was moved has for torch's std."""
    return call is not None and any(keyword.arg == "ddof" for keyword in call.keywords)


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
    if node.attr == "data" and call is None:
        return value if value.name == MINDSPORE_TENSOR.name else MINDSPORE_TENSOR
    if node.attr in NAMES:
        return UNKNOWN
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


def _is_mixed_in(walk: Walk, name: str, info: ClassInfo, call: ast.Call) -> bool:
    """Whether a method that only modules have is a module's: the class was moved, and this was left
    to do, or it has no base and is one of several that a module derives from."""
    if info.is_plain_cell:
        return name in CELLS_LACK or (name == "to" and moves_cell(call))
    return name in OF_THE_NETWORK and is_mixin(walk, info)


def _computes_itself(info: ClassInfo) -> bool:
    """Whether a class has a forward of its own that leaves the layer's alone."""
    own = [info.methods[name].node for name in ("forward", "construct") if name in info.methods]
    return any(
        node is not None
        and not any(
            one.attr == node.name and name_of(one.value) != "self"
            for one in find(node, ast.Attribute)
        )
        for node in own
    )


def is_of_its_layer(info: ClassInfo, name: str) -> bool:
    """Whether a class that derives from a layer, whose parameters MindSpore calls otherwise, assigns
    to one of these, ``self.bias = None``, which is none of its own."""
    if name not in LAYER_PARAMETERS or name in info.methods or _computes_itself(info):
        return False
    layer = (info.torch_base or "").removeprefix("torch.nn.")
    if layer in ("Embedding", "EmbeddingBag", "RMSNorm"):
        return name == "weight"
    return NORM_LAYER.fullmatch(layer) is not None


def _object_member(
    walk: Walk, node: ast.Attribute, value: Value, info: ClassInfo, call: ast.Call | None
) -> Value:
    name = node.attr
    found = None
    prepare(walk, info)
    if value.kind == "object":
        found = None if call is not None and name in info.behind else find_member(info, name)
    else:
        for base in info.bases:
            if isinstance(base.info, ClassInfo):
                found = found or find_member(base.info, name)
    layers = found is not None and is_of_its_layer(info, name)
    if info.torch_base is not None and (
        found is None or layers or (name in OVERRIDDEN and info.is_module)
    ):
        symbol = walk.api.canonical(f"{info.torch_base}.{PLUGIN_METHODS.get(name, name)}")
        if name in INSIDE and info.is_module:
            symbol = f"torch.nn.Module.{name}"
        if call is not None and name == FIRST_VALUES.get(info.torch_base):
            symbol = f"{info.torch_base}.{name}"
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
    elif found is None and call is not None and _is_mixed_in(walk, name, info, call):
        symbol = f"torch.nn.Module.{name}"
        sure: Confidence = "certain" if info.is_plain_cell else "likely"
        record(walk, symbol, node, sure, call, node.value, "torch.nn.Module")
        return attribute_result(symbol)
    elif info.torch_base is None and name == "forward" and calls_forward(info):
        record_forward(walk, node, info, call)
    if found is None and call is not None and name == "state_dict" and info.is_cell:
        return Value("mindspore", f"mindspore.nn.Cell.{name}")
    if found is None and value.kind == "object" and not info.is_module:
        inner = delegate(info)
        if inner is not None and isinstance(node.ctx, ast.Load):
            return read_member(walk, node, settle(walk, inner), call)
    return _found_member(walk, info, name, found, isinstance(node.ctx, ast.Load))


def _found_member(
    walk: Walk, info: ClassInfo, name: str, found: Value | None, is_read: bool
) -> Value:
    member = UNKNOWN if found is None else settle(walk, found)
    if member.kind in ("unknown", "none") and is_read:
        walk.early.append((info, name))
    if isinstance(member.info, FunctionInfo) and member.info.is_property:
        return returned(walk, member.info)
    return member


def delegate(info: ClassInfo) -> Value | None:
    """What an object asks for what it has not: ``def __getattr__(..): return getattr(self.net, name)``."""
    method = find_member(info, "__getattr__")
    function = method.info if method is not None else None
    node = function.node if isinstance(function, FunctionInfo) else None
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) != 2:
        return None
    asked = node.args.args[1].arg
    for call in find(node, ast.Call):
        match call:
            case ast.Call(ast.Name("getattr"), [inner, ast.Name(name), *_]) if name == asked:
                own = attribute_of_self(inner)
                held = find_member(info, own) if own is not None else None
                return UNKNOWN if held is None or held is THIS_MODULE else held
    return None


def asked_member(walk: Walk, call: ast.Call, value: Value) -> Value:
    """What ``getattr(value, "name", None)`` gives of an object of the user's, where it has it."""
    match call.args[1:]:
        case [ast.Constant(str(name))] | [ast.Constant(str(name)), ast.Constant(None)]:
            pass
        case _:
            return UNKNOWN
    if value.kind != "object" or not isinstance(value.info, ClassInfo):
        return UNKNOWN
    prepare(walk, value.info)
    return _found_member(walk, value.info, name, find_member(value.info, name), True)


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
    held = maybe(held_item(value))
    if held is NUMPY:
        return NUMBER_OR_NUMPY if method in ("get", "pop", "setdefault") else UNKNOWN
    if held.kind != "instance":
        return UNKNOWN
    if method == "values":
        return Value("sequence", items=(held,))
    if method == "items":
        return Value("sequence", items=(Value("tuple", items=(UNKNOWN, held)),))
    return value if method == "copy" else UNKNOWN if method == "popitem" else held


def _unknown_receiver(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> Value:
    """A tensor's name on a value of unknown type: recorded, with what little it tells.

    Only of ``parameters()`` and the like the result is known: it is a network that has them.
    """
    name = node.attr
    if call is not None and (call in walk.chained or is_of_tensor_alone(walk, node, call)):
        walk.values[node.value] = LIKELY_TENSOR
        if isinstance(node.value, ast.Name) and node.value.id in walk.scope.names:
            walk.scope.names[node.value.id] = LIKELY_TENSOR
        return _instance_member(walk, node, LIKELY_TENSOR, call)
    if name in LAYER_PARAMETERS and (
        NORM.fullmatch(name_of(node.value))
        or (name == "weight" and EMBEDDING.fullmatch(name_of(node.value)))
        or _is_sometimes_renamed(walk, node.value)
    ):
        return _parameter_of_some_layer(walk, node, call)
    if name in INSIDE and call is None and walk.has_torch:
        owner = "torch.nn.Module"
        record(walk, f"{owner}.{name}", node, "likely", None, node.value, owner)
        return attribute_result(f"{owner}.{name}")
    if name in OF_CONVOLUTIONS and walk.has_torch:
        owner = "torch.nn.Conv2d"
        record(walk, f"{owner}.{name}", node, "likely", call, node.value, owner)
        return LIKELY_TENSOR if call is not None else UNKNOWN
    if call is None and walk.has_torch and is_of_convolution(walk, node):
        owner = "torch.nn.Conv2d"
        record(
            walk, f"torch.nn.modules.conv._ConvNd.{name}", node, "likely", None, node.value, owner
        )
        return UNKNOWN
    if call is not None and is_of_network(walk, node, call):
        owner = "torch.nn.Module"
        record(walk, f"{owner}.{name}", node, "likely", call, node.value, owner)
        return attribute_result(f"{owner}.{name}") if name in LISTS else UNKNOWN
    if call is None and walk.has_torch and is_kept_of_network(node):
        owner = "torch.nn.Module"
        record(walk, f"{owner}.{name}", node, "likely", None, node.value, owner)
        return UNKNOWN
    if name in STATES and call and walk.has_torch and (holder := owner_of_state(walk, node, call)):
        record(walk, f"{holder}.{name}", node, "likely", call, node.value, holder)
        return attribute_result(f"{holder}.{name}")
    if walk.has_torch and _is_of_one_class(walk, node, call):
        owner = OF_ONE_CLASS[name]
        record(walk, f"{owner}.{name}", node, "likely", call, node.value, owner)
        return UNKNOWN
    if name in READ_OF_ONE_CLASS and call is None and walk.has_torch:
        owner = READ_OF_ONE_CLASS[name]
        record(walk, f"{owner}.{name}", node, "likely", None, node.value, owner)
        return UNKNOWN
    bare = call is not None and not (call.args or call.keywords)
    if name == "forward" and walk.has_torch:
        owner = "torch.nn.Module"
        stored = isinstance(node.ctx, ast.Store)  # nothing but networks is given another forward
        sure: Confidence = "likely" if stored or is_run_by_forward(walk, node) else "name"
        record(walk, f"{owner}.{name}", node, sure, call, node.value, owner)
        return UNKNOWN
    if name in ("children", "eval") and bare and walk.has_torch:
        owner = "torch.nn.Module"
        record(walk, f"{owner}.{name}", node, "name", call, node.value, owner)
        return UNKNOWN
    held = name in ("data", "grad") and call is None and walk.has_torch
    if held and (_is_parameter(node.value) or (name == "grad" and is_gradient(walk, node))):
        return _instance_member(walk, node, LIKELY_TENSOR, call)
    if name in COMMON and not is_of_tensor(walk, node, call):
        if call is not None and not has_text_argument(call):
            symbol = walk.api.canonical(f"torch.Tensor.{name}")
            if symbol is not None:
                record(walk, symbol, node, "name", call, node.value, "torch.Tensor")
        return UNKNOWN
    symbol = walk.api.canonical(f"torch.Tensor.{PLUGIN_METHODS.get(name, name)}")
    if symbol is None or name.startswith("__"):
        return UNKNOWN
    method = walk.api.kind(symbol) == "method"
    if (call is not None) == method and (call is None or takes(walk, symbol, call)):
        record(walk, symbol, node, "likely", call, node.value, "torch.Tensor")
        return attribute_result(symbol) if name == "size" else UNKNOWN
    return UNKNOWN


def _is_sometimes_renamed(walk: Walk, node: ast.expr) -> bool:
    """Whether a class sets ``self.w``, which may be something else, too, to a layer whose parameters
    MindSpore calls otherwise."""
    name = attribute_of_self(node)
    if name is None or walk.cls is None or walk.cls.node is None:
        return False
    for one in find(walk.cls.node, ast.Assign):
        if isinstance(one.value, ast.Call) and name in map(attribute_of_self, one.targets):
            value = walk.values.get(one.value, UNKNOWN)
            if RENAMED_LAYER.fullmatch(value.name) and value.kind == "instance":
                return True
    return False


def _is_parameter(node: ast.expr) -> bool:
    """``net.fc.weight``, whatever ``net`` is."""
    return isinstance(node, ast.Attribute) and node.attr in LAYER_PARAMETERS


def may_tell(name: str) -> bool:
    """Whether asking a call's result for ``name`` may tell that it is a tensor."""
    return name in AFTER_CASTS or _is_in_place(name)


def note_chained(walk: Walk, node: ast.Attribute) -> None:
    """``x.detach()`` in ``x.detach().item``, and wherever it stands before ``numpy``; ``x.clone()``
    in ``x.clone().detach`` and in ``x.clone().mul_``; ``x.new(2)`` in ``x.new(2).fill_``; ``x.sqrt()``
    in ``x.sqrt().add_``; ``x.float()`` in ``x.float().std``."""
    inner = node.value
    while isinstance(inner, ast.Call | ast.Attribute):
        if isinstance(inner, ast.Attribute):
            inner = inner.value
            continue
        method = inner.func.attr if isinstance(inner.func, ast.Attribute) else ""
        after_clone = node.attr == "detach" or _is_in_place(node.attr)
        named = method == "detach" or (method == "clone" and after_clone)
        named = named or (method in CASTS and node.attr in AFTER_CASTS)
        is_made = method == "new" and inner.args and _is_in_place(node.attr)
        if is_made or (named and not inner.args and not inner.keywords):
            walk.chained.add(inner)
        if method in WITH_TWIN and node.attr[:-1] in WITH_TWIN and _is_in_place(node.attr):
            walk.chained.add(inner)
        if node.attr != "numpy":
            return
        inner = inner.func


def note_given(walk: Walk, symbol: str, given: Sequence[ast.expr]) -> None:
    """``torch.mean(x.detach())``: what torch takes a tensor for, and gets from a tensor's method."""
    for argument in given[: tensors_first(symbol)]:
        if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Attribute):
            made = f"torch.Tensor.{argument.func.attr}"
            if all(map(is_number, argument.args)) and _one_tensor(made):
                walk.chained.add(argument)
        elif isinstance(argument, ast.Name) and walk.scope.names.get(argument.id) is UNKNOWN:
            walk.scope.names[argument.id] = LIKELY_TENSOR


@cache
def tensors_first(symbol: str, *, numbers: bool = False) -> int:
    """How many of a function's first arguments are tensors, whichever of its overloads is meant.

    torchvision calls what may be an image of Pillow's a tensor, too.

    Args:
        numbers: count those as well that may be numbers.
    """
    kinds = ("Tensor", "Tensor | Number") if numbers else ("Tensor",)
    is_function = symbol.startswith("torch.") and load().kind(symbol) == "function"
    signatures = load().signatures(symbol) if is_function else ()
    taken = (takewhile(lambda p: p.annotation in kinds, one.parameters) for one in signatures)
    return min((len(list(tensors)) for tensors in taken), default=0)


@cache
def _one_tensor(method: str) -> bool:
    """Whether a method gives a tensor, whatever it is called with."""
    texts = {signature.returns for signature in load().signatures(method)}
    return load().kind(method) == "method" and texts == {"Tensor"}


def note_initialized(walk: Walk, node: ast.expr) -> None:
    """``nn.init.zeros_(m.bias)``: what is initialized is a layer's, whatever ``m`` is."""
    if isinstance(node, ast.Attribute) and node.attr in LAYER_PARAMETERS:
        walk.values[node] = _parameter_of_some_layer(walk, node, None)


def _parameter_of_some_layer(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> Value:
    owner = "torch.nn.Module"
    walk.values[node.value] = LIKELY_LAYER
    record(walk, f"{owner}.{node.attr}", node, "certain", call, node.value, owner)
    return LIKELY_TENSOR
