"""What expressions may be, and which torch symbols they use on the way."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce

from mindport.nodes import default_of, find, kept_attribute, name_of
from mindport.symbols.asked_types import instance_asked
from mindport.symbols.builtin_calls import BUILTIN_NAMES, BUILTINS, GO_THROUGH
from mindport.symbols.compilers import COMPILERS, compiled
from mindport.symbols.formats import note_formatted, note_formatted_value
from mindport.symbols.given_losses import given_losses, given_to, may_give_loss
from mindport.symbols.handed import DTYPE, GIVEN, note_arguments, note_handed, parameter_names
from mindport.symbols.held_frozen import CHAINS
from mindport.symbols.joined import joined_data
from mindport.symbols.members import (
    asked_member,
    given_back,
    is_of_its_layer,
    may_tell,
    note_chained,
    note_given,
    note_initialized,
    read_member,
    record_forward,
)
from mindport.symbols.numpy_results import PLACES, numpy_result
from mindport.symbols.own_steps import partial_steps
from mindport.symbols.results import GROUP, IN_GROUP, call_result, mindspore_result
from mindport.symbols.stepping import stepping
from mindport.symbols.type_expressions import CASTS, is_type, makes_type, takes_types
from mindport.symbols.uses import Context, MethodCall
from mindport.symbols.values import (
    BOOL,
    CELL,
    COUNTED,
    FLOAT,
    INT,
    LIKELY_DEVICE,
    LIKELY_TENSOR,
    MINDSPORE_TENSOR,
    NAMESPACE,
    NONE,
    NUMBER_OR_NUMPY,
    NUMBER_OR_TENSOR,
    NUMPY,
    NUMPY_OR_UNKNOWN,
    OF_NUMPYS,
    OTHER,
    PARAMETER,
    SHAPE,
    STR,
    TENSOR,
    THIS_MODULE,
    UNKNOWN,
    WRAPPERS,
    ClassInfo,
    FunctionInfo,
    Kind,
    Scope,
    Value,
    are_numpys_perhaps,
    element,
    expression_kind,
    held_item,
    held_parameter,
    instance,
    is_layer,
    is_tensor,
    join,
    makes_layers,
    maybe,
)
from mindport.symbols.walk import (
    EINOPS,
    Walk,
    bind_name,
    calls_forward,
    find_member,
    is_torchs,
    lookup,
    note_construction,
    record,
    returned,
    tensor_like,
)

CONSTANTS: dict[type, Value] = {
    int: INT, float: FLOAT, bool: BOOL, str: STR, type(None): NONE, bytes: OTHER, complex: OTHER,
    type(...): OTHER,
}  # fmt: skip


OPTIMIZER_CLASS = re.compile(r"(?:torch\.)?optim\.[A-Z]\w*")
# Functions that give a float whatever they are given.
MATH_FLOATS = re.compile(
    r"math\.(?:acos|asin|atan2?|cosh?|degrees|erf|exp|expm1|fabs|hypot|log(?:10|1p|2)?|pow|radians|sinh?|sqrt|tanh?)"
)
# Bars that hand on what they iterate over.
PROGRESS = re.compile(r"tqdm(?:\.\w+)?\.tqdm|rich\.progress\.track|alive_progress\.alive_it")
NAMESPACES = frozenset({"argparse.Namespace", "types.SimpleNamespace"})
# What the standard library gives back of what it was given, tensors as well.
HOLDERS = re.compile(
    r"collections\.(?:namedtuple|deque|defaultdict|OrderedDict|ChainMap)|itertools\.\w+|queue\.\w+"
    r"|functools\.\w+|random\.(?:choices?|sample)|heapq\.\w+|operator\.\w+"
    r"|types\.\w+|argparse\.Namespace|dataclasses\.replace|typing\.cast|weakref\.\w+"
    r"|contextlib\.nullcontext|contextvars\.\w+|threading\.local|asyncio\.run|concurrent\..+"
    r"|multiprocessing\.(?:pool\.)?\w*(?:Manager|Pool|Queue)|importlib\.import_module"
    r"|inspect\.getattr_static|pydoc\.locate|pickle\.(?:loads?|Unpickler)|hydra\.utils\.\w+"
)
PARTIAL = "functools.partial"
JOINED = ("numpy.r_", "numpy.c_")  # arrays that an index makes
GRADIENTS = frozenset({"backward", "manual_backward", "step", "zero_grad"})
GIVE_THEMSELVES = frozenset(
    f"torch.nn.Module.{name}"
    for name in ("to", "cuda", "cpu", "train", "eval", "half", "float", "double", "bfloat16",
                 "requires_grad_", "apply", "type")
)  # fmt: skip
# Class methods that give a layer of their class.
MAKE_LAYERS = ("torch.nn.Embedding.from_pretrained", "torch.nn.EmbeddingBag.from_pretrained")
# Whose instances give what their forward says, and the first a tensor where it says nothing.
NETWORKS = ("torch.nn.", "torch.jit.", "torchvision.models.")
LAYERS = ("torch.nn.", "torch.jit.", "torchaudio.", "torchvision.")
# What gives images for images and tensors for tensors, but for these, whose result is one of the two.
TRANSFORMS = "torchvision.transforms."
GIVE_TENSORS = frozenset(
    {"ConvertImageDtype", "LinearTransformation", "Normalize", "PILToTensor", "RandomErasing",
     "ToImage", "ToTensor", "convert_image_dtype", "erase", "normalize", "pil_to_tensor", "to_image",
     "to_tensor"}
)  # fmt: skip
GIVE_OTHERS = frozenset(
    {"Compose", "FiveCrop", "Lambda", "RandomApply", "RandomChoice", "RandomOrder", "TenCrop",
     "ToPILImage", "five_crop", "ten_crop", "to_pil_image"}
)  # fmt: skip
LAYER_LIST = "torch.nn.ModuleList"
LAYER_LISTS = (LAYER_LIST, "torch.nn.Sequential")
ADD_LAYERS = frozenset(f"{LAYER_LIST}.{name}" for name in ("append", "extend", "insert"))
# They change the layer that they are given, and give it back.
GIVE_THEIR_FIRST = frozenset(
    f"torch.nn.utils.{name}"
    for name in ("weight_norm", "spectral_norm", "remove_weight_norm", "remove_spectral_norm",
                 "parametrizations.weight_norm", "parametrizations.spectral_norm")
)  # fmt: skip


def evaluate(walk: Walk, node: ast.expr) -> Value:
    """The value of ``node``; every torch symbol in it is recorded, once."""
    return EVALUATORS[node.__class__](walk, node)


def evaluate_in(walk: Walk, node: ast.expr, context: str) -> Value:
    """``evaluate``, with what it stands in noted on the uses inside."""
    before, walk.context = walk.context, context  # type: ignore[assignment]
    value = EVALUATORS[node.__class__](walk, node)
    walk.context = before
    return value


# What torch takes Python's types for.
PYTHON_DTYPES = {"int": "torch.int64", "float": "torch.float64", "bool": "torch.bool",
                 "complex": "torch.complex128"}  # fmt: skip


def _name(walk: Walk, node: ast.Name, call: ast.Call | None = None) -> Value:
    value = lookup(walk, node.id)
    if value is None and node in walk.dtypes:
        record(walk, PYTHON_DTYPES[node.id], node, "certain")
        return DTYPE
    if value is None:
        return BUILTIN_NAMES.get(node.id, UNKNOWN)
    of_tensor = value.kind == "torch" and value.name.startswith("torch.Tensor.")
    if of_tensor and walk.api.kind(value.name) == "method":
        return value  # what a method of a tensor is kept as has the tensor already
    if value.kind == "torch" and is_torchs(walk, node.id, value):
        record(walk, value.name, node, "certain", call)
    return value


def _attribute(walk: Walk, node: ast.Attribute, call: ast.Call | None = None) -> Value:
    if isinstance(node.value, ast.Call) and may_tell(node.attr):
        note_chained(walk, node)
    base = _base(walk, node.value)
    if node.attr == "forward" and instance_asked(node.value, None) is not None:
        base = _class_of(walk, node.value) or base
    if base is UNKNOWN and call is None and _is_of_a_device(walk, node):
        base = LIKELY_DEVICE
    if call is not None and (node.attr in GRADIENTS or _steps(base, node.attr)):
        walk.gradients.append(MethodCall(node.attr, call, node.value, base, walk.function))
    return read_member(walk, node, base, call)


def _is_of_a_device(walk: Walk, node: ast.Attribute) -> bool:
    """``x.device.type``, ``device.type`` in a file of torch's: what else is called so has no such
    member."""
    is_member = node.attr in ("type", "index") and isinstance(node.ctx, ast.Load)
    is_held = isinstance(node.value, ast.Attribute | ast.Name)
    return walk.has_torch and is_member and is_held and name_of(node.value) == "device"


def _class_of(walk: Walk, asks: ast.expr) -> Value | None:
    """The user's class of the object whose type is asked for."""
    operands = asks.args if isinstance(asks, ast.Call) else [getattr(asks, "value", asks)]
    value = evaluate(walk, operands[0]) if len(operands) == 1 else UNKNOWN
    return Value("class", value.name, info=value.info) if value.kind == "object" else None


def _asked_type(walk: Walk, asks: ast.Call | ast.Attribute, call: ast.Call) -> Value | None:
    """What ``type(optimizer)(..)`` and ``optimizer.__class__(..)`` call: torch's class, or the user's."""
    held = instance_asked(asks, None)
    value = walk.values.get(held, UNKNOWN) if held is not None else UNKNOWN
    if isinstance(held, ast.Name):
        value = lookup(walk, held.id) or UNKNOWN
    if value.kind == "instance" and value.name.startswith("torch.optim.") and not value.likely:
        record(walk, value.name, asks, "certain", call)
        return Value("torch", value.name)
    return Value("class", value.name, info=value.info) if value.kind == "object" else None


def _steps(base: Value, method: str) -> bool:
    """Whether a method of the user's steps an optimizer that the object is, or holds."""
    info = base.info
    return isinstance(info, ClassInfo) and (
        method in stepping(info) or method in partial_steps(info) or method in given_losses(info)
    )


def _base(walk: Walk, base: ast.expr) -> Value:
    """What stands before a dot; a torch module there is part of a longer name, no use."""
    if isinstance(base, ast.Name):
        return lookup(walk, base.id) or UNKNOWN
    if isinstance(base, ast.Attribute):
        dotted = dotted_symbol(walk, base)
        return dotted if dotted is not None else _attribute(walk, base)
    return EVALUATORS[base.__class__](walk, base)


def dotted_symbol(walk: Walk, node: ast.Attribute) -> Value | None:
    """``torch.nn.functional`` as one symbol, nothing recorded; None for anything else."""
    names = []
    current: ast.expr = node
    while isinstance(current, ast.Attribute):
        names.append(current.attr)
        current = current.value
    if not isinstance(current, ast.Name):
        return None
    root = lookup(walk, current.id)
    if root is None or root.kind != "torch":
        return None
    symbol = root.name
    for name in reversed(names):
        if walk.api.kind(symbol) not in ("module", None):
            return None
        dotted = f"{symbol}.{name}"
        symbol = walk.api.canonical(dotted) or dotted
    if walk.api.kind(symbol) in ("attribute", "constant"):
        return None
    return Value("torch", symbol)


# What a function without a name is called.
LAMBDA = "<lambda>"
# Functions of NumPy's that count up to a number.
COUNTING = frozenset({"arange", "linspace"})


def _call(walk: Walk, node: ast.Call) -> Value:
    function = node.func
    callee = UNKNOWN
    builtin = _builtin(walk, function)
    if builtin in ("isinstance", "issubclass"):
        return _isinstance(walk, node)
    if isinstance(function, ast.Name):
        if not builtin:
            callee = _name(walk, function, node)
    elif isinstance(function, ast.Attribute):
        callee = _attribute(walk, function, node)
    else:
        callee = EVALUATORS[function.__class__](walk, function)
    if isinstance(function, ast.Call | ast.Attribute) and instance_asked(function, None):
        callee = _asked_type(walk, function, node) or callee
    method = getattr(function, "attr", "")
    before = walk.context
    if before != "optimizer" or name_of(function) not in CHAINS:
        made = _makes_optimizer(walk, function)
        walk.context = "optimizer" if made else _argument_context(builtin, callee, method)
    given = node.args
    if callee.kind == "torch" or is_tensor(_receiver(walk, function)):
        walk.dtypes |= set(_python_dtypes(node, method))
    if callee.name in CASTS and given:
        evaluate_in(walk, given[0], "annotation")
        given = given[1:]
    if callee.kind == "torch":
        note_given(walk, callee.name, given)
    if builtin in GO_THROUGH and given:
        arguments = _goes_through(walk, given[0], given[1:])
        _arguments(walk, [keyword.value for keyword in node.keywords])
    else:
        contexts: dict[ast.expr, Context] = dict.fromkeys(_given_dtypes(callee, node), "dtype")
        if callee.name == "torch.jit.isinstance":
            contexts |= dict.fromkeys(given[1:], "isinstance")
        contexts |= {keyword.value: "spread" for keyword in node.keywords if not keyword.arg}
        every = [*given, *(keyword.value for keyword in node.keywords)]
        arguments = _arguments(walk, every, contexts)[: len(given)]
    walk.context = before
    if builtin == "getattr" and arguments:
        return asked_member(walk, node, arguments[0])
    if builtin == "super":
        return Value("super", info=walk.cls) if walk.cls is not None else UNKNOWN
    if method == "format" or (builtin == "format" and len(arguments) > 1):
        note_formatted(walk, node, arguments)
    if builtin:
        return BUILTINS[builtin]([_with_items(walk, one) for one in arguments])
    return _called(walk, node, callee, arguments)


def _receiver(walk: Walk, function: ast.expr) -> Value:
    held = function.value if isinstance(function, ast.Attribute) else None
    return UNKNOWN if held is None else walk.values.get(held, UNKNOWN)


def _python_dtypes(call: ast.Call, method: str) -> Iterator[ast.Name]:
    """Python's types where a dtype is meant: ``torch.zeros(3, dtype=int)``, ``x.to(bool)``."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "dtype"]
    if method == "to" and len(call.args) == 1:
        given += call.args
    for node in given:
        if isinstance(node, ast.Name) and node.id in PYTHON_DTYPES:
            yield node


def _given_dtypes(callee: Value, call: ast.Call) -> Iterator[ast.expr]:
    """What a call gives a function of the user's, or an unknown one, as its ``dtype``."""
    if callee.kind not in ("function", "unknown"):
        return
    info = callee.info
    names = parameter_names(info) if isinstance(info, FunctionInfo) and info.node else []
    yield from (given for name, given in zip(names, call.args, strict=False) if name == "dtype")
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "dtype")


def _arguments(
    walk: Walk, given: Sequence[ast.expr], contexts: Mapping[ast.expr, Context] | None = None
) -> list[Value]:
    """The values of arguments, some in a context of their own; what is given the class of tensors
    and then a function of one argument, ``apply_to_collection(data, Tensor, lambda x: ..)``, calls
    it with tensors."""
    values: list[Value] = []
    for argument in given:
        of_tensors = any(v.kind == "torch" and v.name == "torch.Tensor" for v in values)
        if of_tensors and isinstance(argument, ast.Lambda) and len(argument.args.args) == 1:
            _body(walk, argument, [LIKELY_TENSOR])
            values.append(UNKNOWN)
        else:
            before = walk.context
            walk.context = (contexts or {}).get(argument, before)
            values.append(noted(walk, argument))
            walk.context = before
    return values


def _goes_through(walk: Walk, function: ast.expr, given: list[ast.expr]) -> list[Value]:
    """For ``map`` and ``filter``: what the function gives, and what it goes through."""
    if not isinstance(function, ast.Lambda):
        noted(walk, function)
        return [UNKNOWN, *(noted(walk, argument) for argument in given)]
    arguments = [noted(walk, argument) for argument in given]
    return [_body(walk, function, [element(value) for value in arguments]), *arguments]


def _argument_context(builtin: str, callee: Value, method: str) -> Context:
    """What the arguments of a call stand in, as conditions name it."""
    if builtin == "next":
        return "next"
    if callee.kind == "torch" and callee.name.startswith("torch.optim."):
        return "reference" if method == "load_state_dict" else "optimizer"
    if makes_type(callee):
        return "annotation"
    return "dtype" if method == "type" else "reference"


def _makes_optimizer(walk: Walk, function: ast.expr) -> bool:
    """Whether a parameter is called whose default is an optimizer: ``optimizer_fn=torch.optim.Adam``."""
    around = None if walk.function is None else walk.function.node
    if not isinstance(function, ast.Name) or not isinstance(around, ast.FunctionDef):
        return False
    default = default_of(around, function.id)
    if isinstance(default, ast.Name):
        value = lookup(walk, default.id)
        return value is not None and walk.api.is_subclass(value.name, "torch.optim.Optimizer")
    return default is not None and OPTIMIZER_CLASS.fullmatch(ast.unparse(default)) is not None


def _builtin(walk: Walk, function: ast.expr) -> str:
    """The name of the builtin that is called, empty when it is something else."""
    if not isinstance(function, ast.Name) or function.id not in BUILTINS:
        return ""
    value = lookup(walk, function.id)
    return function.id if value is None or value.name == f"builtins.{function.id}" else ""


def noted(walk: Walk, node: ast.expr) -> Value:
    """The value of an expression that rules ask for: an argument, or what is assigned or returned."""
    value = EVALUATORS[node.__class__](walk, node)
    if value is not UNKNOWN:
        walk.values[node] = value
    return value


def _is_given_loss(node: ast.Call, callee: Value) -> bool:
    """Whether what is called may differentiate a loss, and step."""
    if isinstance(callee.info, ClassInfo):
        return callee.kind == "object" and "__call__" in given_losses(callee.info)
    if isinstance(callee.info, FunctionInfo):
        return callee.kind == "function" and given_to(callee.info) is not None
    return callee.kind == "unknown" and may_give_loss(node)


def _called(walk: Walk, node: ast.Call, callee: Value, arguments: list[Value]) -> Value:
    kind = callee.kind
    if kind in ("mindspore", "instance"):
        walk.values[node.func] = callee
    if _is_given_loss(node, callee):
        walk.gradients.append(MethodCall("__call__", node, node.func, callee, walk.function))
    if kind == "torch":
        if callee.name.startswith(f"{EINOPS}."):
            return _einops_result(walk, node, callee, arguments)
        if callee.name in GIVEN:
            note_handed(callee.name, node, arguments)
        if callee.name in COMPILERS:
            return compiled(callee.name, arguments)
        if callee.name.startswith("torch.nn.init.") and arguments and arguments[0] is UNKNOWN:
            note_initialized(walk, node.args[0])
        if callee.name in GIVE_THEIR_FIRST and arguments:
            return arguments[0]
        if callee.name == "torch.Tensor.type" and walk.context == "dtype" and not arguments:
            return DTYPE  # x.type(y.type())
        if callee.name in ADD_LAYERS and isinstance(node.func, ast.Attribute):
            forget_layers(walk, node.func.value)
        result = _torch_result(walk, node, callee)
        if callee.name.startswith(TRANSFORMS) and is_tensor(result):
            return _transformed(callee.name, (), arguments)
        return maybe(result) if callee.likely else result
    if kind == "function" and callee.name == LAMBDA and isinstance(callee.info, FunctionInfo):
        return _of_lambda(callee.info, arguments)
    if kind in ("function", "class", "object") and callee.info is not None:
        walk.callees[node] = callee
    if kind == "function" and isinstance(callee.info, FunctionInfo):
        if callee.info.home is not None:
            walk.values[node.func] = callee
        note_arguments(walk, callee.info, node, arguments)
        return _given_by(returned(walk, callee.info), arguments)
    if kind == "class" and isinstance(callee.info, ClassInfo):
        constructor = callee.info.methods.get("__init__")
        if constructor is not None:
            note_arguments(walk, constructor, node, arguments)
        if callee.info.is_module:
            note_construction(walk, node, callee.info)
        elif callee.info.is_cell or callee.info.node is None:  # of another file
            walk.values[node.func] = callee
        return Value("object", callee.name, info=callee.info)
    if kind == "classes":
        return reduce(join, (_made(walk, node, one) for one in callee.items))
    if kind == "object" and isinstance(callee.info, ClassInfo):
        called = "construct" if callee.info.is_cell else "__call__"
        method = "forward" if callee.info.is_module else called
        found = find_member(callee.info, method)
        if found is not None and isinstance(found.info, FunctionInfo):
            if method == "__call__":
                note_arguments(walk, found.info, node, arguments)
            result = _given_by(returned(walk, found.info), arguments)
            is_open = result is NUMPY_OR_UNKNOWN and callee.info.is_module
            if result not in (UNKNOWN, NUMBER_OR_TENSOR) and not is_open:
                return result
        if callee.info.is_cell:
            return MINDSPORE_TENSOR
        return LIKELY_TENSOR if callee.info.is_module else UNKNOWN
    if kind == "mindspore":
        return mindspore_result(callee.name)
    if kind == "instance" and callee.name == CELL:
        return MINDSPORE_TENSOR
    if kind == "instance" and callee.items and _give_objects(walk, callee.items):
        return NAMESPACE
    if kind == "instance" and callee.name.startswith(TRANSFORMS):
        return _transformed(callee.name, callee.items, arguments)
    if kind == "instance" and callee.name.startswith(LAYERS):
        symbol = walk.api.canonical(f"{callee.name}.forward")
        result = call_result(symbol, node, lambda _: "") if symbol else UNKNOWN
        untold = LIKELY_TENSOR if callee.name.startswith(NETWORKS) else UNKNOWN
        return untold if result in (UNKNOWN, NONE) else result
    if kind == "unknown" and isinstance(node.func, ast.Attribute):
        return given_back(walk.values.get(node.func.value, UNKNOWN), node.func.attr)
    if callee.name == PARTIAL:
        if callee.items:
            return _made(walk, node, callee.items[0])
        if arguments and arguments[0].kind in ("class", "function", "mindspore", "torch"):
            first = arguments[0]
            return first if first.kind == "mindspore" else Value("foreign", PARTIAL, (first,))
        return UNKNOWN
    if kind == "foreign" and callee.name in ("copy.copy", "copy.deepcopy") and arguments:
        return arguments[0]
    if kind == "foreign" and callee.name.startswith("numpy."):
        walk.values[node.func] = callee
        return numpy_result(callee.name, node, arguments)
    if kind == "foreign" and MATH_FLOATS.fullmatch(callee.name):
        return FLOAT
    if kind == "foreign" and PROGRESS.fullmatch(callee.name):
        return BUILTINS["iter"](arguments)
    if kind == "foreign" and HOLDERS.fullmatch(callee.name):
        if callee.name == "collections.OrderedDict":
            return BUILTINS["dict"](arguments)
        if callee.name in NAMESPACES:
            return NAMESPACE
        return Value("sequence", "deque") if callee.name == "collections.deque" else UNKNOWN
    match node.func:
        case ast.Attribute(holder, "append") if kind == "other" and len(arguments) == 1:
            put_into(walk, holder, arguments[0], "sequence")
    return OTHER if kind in ("foreign", "other") else UNKNOWN


def _given_by(result: Value, arguments: Sequence[Value]) -> Value:
    """What NumPy's number and a tensor that a function is given make is left open."""
    return UNKNOWN if result is NUMPY_OR_UNKNOWN and any(map(is_tensor, arguments)) else result


def _give_objects(walk: Walk, layers: Sequence[Value]) -> bool:
    """Whether each of some layers is of a class whose forward gives an object, as distributions are."""
    for layer in layers:
        found = find_member(layer.info, "forward") if isinstance(layer.info, ClassInfo) else None
        if found is None or not isinstance(found.info, FunctionInfo):
            return False
        given = returned(walk, found.info)
        if given.kind not in ("object", "instance") or is_tensor(given):
            return False
    return True


def _made(walk: Walk, node: ast.Call, callee: Value) -> Value:
    """What a partial call of a class or function gives, whatever more it is given."""
    if callee.kind == "class" and isinstance(callee.info, ClassInfo):
        if callee.info.is_module:
            note_construction(walk, node, callee.info)
        return Value("object", callee.name, info=callee.info)
    if callee.kind == "function" and isinstance(callee.info, FunctionInfo):
        return returned(walk, callee.info)
    if walk.api.kind(callee.name) != "class":
        return UNKNOWN
    if not walk.api.is_subclass(callee.name, "torch.nn.Module"):
        return UNKNOWN
    note_construction(walk, node)
    return instance(callee.name)


def _transformed(symbol: str, steps: Sequence[Value], arguments: Sequence[Value]) -> Value:
    """What a transform gives of images, a class or a function; of several, the last of its steps."""
    name = symbol.rpartition(".")[2]
    for step in steps:
        known = step.kind == "instance" and step.name.startswith(TRANSFORMS)
        arguments = [_transformed(step.name, step.items, arguments) if known else UNKNOWN]
    if steps:
        return arguments[0]
    if name in GIVE_TENSORS:
        return TENSOR
    return UNKNOWN if name in GIVE_OTHERS or not arguments else arguments[0]


def _torch_result(walk: Walk, node: ast.Call, callee: Value) -> Value:
    symbol = callee.name
    symbol = symbol.removesuffix(".from_pretrained") if symbol in MAKE_LAYERS else symbol
    if symbol in GIVE_THEMSELVES and isinstance(node.func, ast.Attribute):
        receiver = walk.values.get(node.func.value, UNKNOWN)
        is_super = receiver.kind == "super" and isinstance(receiver.info, ClassInfo)
        return Value("object", receiver.name, info=receiver.info) if is_super else receiver
    if symbol == "torch.Tensor.requires_grad_" and isinstance(node.func, ast.Attribute):
        return walk.values.get(node.func.value, TENSOR)  # a Parameter stays one
    if walk.api.kind(symbol) == "class":
        if symbol.startswith(TRANSFORMS):
            items = _composed(walk, node) if symbol.endswith(".Compose") else ()
            return Value("instance", symbol, items=items)
        if symbol == "torch.nn.Parameter":
            return PARAMETER
        if symbol in ("torch.nn.Buffer", "torch.autograd.Variable") or symbol.endswith("Tensor"):
            return TENSOR
        if walk.api.is_subclass(symbol, "torch.nn.Module"):
            note_construction(walk, node)
        if symbol == "torch.nn.Sequential":
            return Value("instance", symbol, items=_layers(walk, node))
        if symbol in WRAPPERS:
            return Value("instance", symbol, items=_layers(walk, node)[:1])
        if symbol == LAYER_LIST and node.args:
            return Value("instance", symbol, items=_listed(walk, node.args[0]))
        return instance(symbol)
    result = call_result(symbol, node, lambda argument: kind_of(walk, argument))
    # models.resnet18()
    if symbol.startswith("torchvision.models.") and result.kind == "instance":
        note_construction(walk, node)
    return result


def forget_layers(walk: Walk, node: ast.expr) -> None:
    """Another layer comes into what may be a list that was known to hold some."""
    known = None
    if isinstance(node, ast.Name):
        known = lookup(walk, node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        holder = lookup(walk, node.value.id)
        if holder is not None and isinstance(holder.info, ClassInfo):
            known = holder.info.attributes.get(node.attr)
    if known is not None and known.name == LAYER_LIST and known.items:
        assign(walk, node, instance(LAYER_LIST))


def _listed(walk: Walk, given: ast.expr) -> tuple[Value, ...]:
    """The layers of a list that shows how each is made; none where it does not."""
    if isinstance(given, ast.ListComp | ast.GeneratorExp):
        made = [given.elt]
    elif isinstance(given, ast.List | ast.Tuple):
        made = given.elts
    else:
        return ()
    layers = [walk.values.get(one, UNKNOWN) for one in made]
    known = all(isinstance(one, ast.Call) for one in made) and all(map(is_layer, layers))
    return (reduce(join, layers),) if known and layers else ()


def _composed(walk: Walk, node: ast.Call) -> tuple[Value, ...]:
    """The transforms of ``Compose([...])``; none where the list is not written out."""
    match node.args:
        case [ast.List(steps) | ast.Tuple(steps)]:
            return tuple(walk.values.get(step, UNKNOWN) for step in steps)
    return ()


def _layers(walk: Walk, node: ast.Call) -> tuple[Value, ...]:
    """The layers that ``nn.Sequential(...)`` is given one by one; none where they are spread."""
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return ()
    return tuple(walk.values.get(argument, UNKNOWN) for argument in node.args)


def _einops_result(walk: Walk, node: ast.Call, callee: Value, arguments: list[Value]) -> Value:
    """What einops makes of tensors is of their framework."""
    result = _torch_result(walk, node, callee)
    given = arguments[0] if arguments else UNKNOWN
    if given.kind in ("sequence", "tuple"):
        given = element(given)
    tensor = LIKELY_TENSOR if walk.has_torch else UNKNOWN
    if is_tensor(given) or given is NUMPY:
        tensor = given
    if is_tensor(result):
        return tensor
    if result.kind == "tuple":
        return Value("tuple", items=(tensor, Value("sequence", items=(OTHER,))))
    return Value("sequence", items=(tensor,)) if result.kind == "sequence" else result


def kind_of(walk: Walk, node: ast.expr) -> str:
    """The kind of an argument for the binder."""
    return expression_kind(node, walk.values.get(node, UNKNOWN))


def _is_this_module(node: ast.Subscript) -> bool:
    """``sys.modules[__name__]``."""
    match node:
        case ast.Subscript(ast.Attribute(ast.Name("sys"), "modules"), ast.Name("__name__")):
            return True
    return False


def _subscript(walk: Walk, node: ast.Subscript) -> Value:
    # What stands for Dataset[int] has to take the [int], which a base or annotation need not.
    typed = walk.context in ("base", "annotation")
    value = evaluate_in(walk, node.value, "reference") if typed else evaluate(walk, node.value)
    if walk.context == "reference" and takes_types(walk, node.value):
        index = evaluate_in(walk, node.slice, "annotation")
    else:
        index = evaluate(walk, node.slice)
    if walk.context == "base" and value.kind in ("class", "lazy"):
        return value  # Base[int] has the methods of Base
    if value is not UNKNOWN:
        walk.values[node.value] = value
    if is_tensor(value):
        if is_tensor(index) or index.kind == "tuple" or index is INT:
            walk.values[node.slice] = index
        _note_arrays(walk, node.slice, index)
        return value
    if value is UNKNOWN:
        _note_arrays(walk, node.slice, index)
    if value is NUMPY or value.name in JOINED:
        return NUMPY
    if _is_this_module(node) and "sys" in walk.module.names:
        return THIS_MODULE
    if value.kind == "instance" and value.name == "torch.Size":
        return SHAPE if isinstance(node.slice, ast.Slice) else INT
    position = _constant_index(node.slice)
    if value is UNKNOWN and position is not None and name_of(node.value) == "shape":
        return INT  # of whatever has a shape
    placed = value.kind == "tuple" or value.name == "torch.nn.Sequential"
    if placed and position is not None and -len(value.items) <= position < len(value.items):
        return value.items[position]
    if value.kind == "tuple":
        if isinstance(node.slice, ast.Slice):
            return Value("sequence", items=(element(value),))
        return element(value)
    if isinstance(node.slice, ast.Slice) and value.kind in ("sequence", "instance"):
        return value
    if value.kind == "torch" or (value.kind == "other" and value is not STR):
        return UNKNOWN if value.kind == "torch" else OTHER
    if value.kind == "object" and (given := _own_item(walk, value)) is not None:
        return given
    held = held_parameter(value)
    if held is not None:
        return held
    if index is STR and value.kind == "instance" and value.name != "torch.nn.ModuleDict":
        return UNKNOWN
    if value is GROUP and isinstance(node.slice, ast.Constant):
        return IN_GROUP.get(str(node.slice.value), UNKNOWN)
    if value is UNKNOWN and walk.has_torch and _is_of_a_group(node):
        return IN_GROUP["params"]
    return held_item(value)


def _own_item(walk: Walk, value: Value, method: str = "__getitem__") -> Value | None:
    """A number of NumPy's that an object of the user's gives for ``schedule[step]``, and with
    ``__iter__`` in ``for weight in schedule``."""
    found = find_member(value.info, method) if isinstance(value.info, ClassInfo) else None
    if found is None or not isinstance(found.info, FunctionInfo):
        return None
    given = returned(walk, found.info)
    if method == "__iter__":
        given = element(given)
    return given if given in OF_NUMPYS else None


def _is_of_a_group(node: ast.Subscript) -> bool:
    """``group["params"]``: what an optimizer's methods are handed to each other."""
    is_named = isinstance(node.slice, ast.Constant) and node.slice.value == "params"
    return is_named and "group" in name_of(node.value)


def _note_arrays(walk: Walk, node: ast.expr, index: Value) -> None:
    """Keep which indices of what is, or may be, a tensor NumPy made."""
    alone = [(node, index)]
    items = zip(node.elts, index.items, strict=False) if isinstance(node, ast.Tuple) else alone
    walk.values.update((item, value) for item, value in items if value in (NUMPY, PLACES))


def _constant_index(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _constant_index(node.operand)
        return None if inner is None else -inner
    return None


def _bin_op(walk: Walk, node: ast.BinOp) -> Value:
    if isinstance(node.op, ast.BitOr) and is_type(walk, node):  # Tensor | None
        for side in (node.left, node.right):
            evaluate_in(walk, side, "annotation")
        return OTHER
    left, right = noted(walk, node.left), noted(walk, node.right)
    tensor = tensor_like(left, right)
    if tensor is not None:
        return tensor
    if left is right and left in (INT, FLOAT, STR):
        return FLOAT if isinstance(node.op, ast.Div) and left is INT else left
    if {left, right} == {INT, FLOAT}:
        return FLOAT
    if NUMPY in (left, right) and {left, right} <= COUNTED:
        return NUMPY
    if {left, right} & {NUMPY, NUMBER_OR_NUMPY} and {left, right} <= COUNTED | {BOOL, OTHER}:
        return NUMBER_OR_NUMPY
    if NUMPY in (left, right) and _is_of_its_length(node, left):
        return NUMPY
    if are_numpys_perhaps(left, right):
        return NUMPY_OR_UNKNOWN
    if left is STR:
        return STR
    if left.kind in ("sequence", "tuple"):
        return left if right.kind not in ("sequence", "tuple") else join(left, right)
    if NUMBER_OR_TENSOR in (left, right):
        return NUMBER_OR_TENSOR
    if isinstance(node.op, ast.Add) and left.kind == "instance" and left.name in LAYER_LISTS:
        return Value("instance", left.name)
    joined = joined_data(left) if isinstance(node.op, ast.Add) else UNKNOWN
    if joined is not UNKNOWN or UNKNOWN in (left, right):
        return joined
    return OTHER


def _is_of_its_length(node: ast.BinOp, left: Value) -> bool:
    """``np.arange(n) / n``: what NumPy counts up to is a number."""
    array, other = (node.left, node.right) if left is NUMPY else (node.right, node.left)
    if not isinstance(array, ast.Call) or name_of(array.func) not in COUNTING:
        return False
    counted = {name.id for argument in array.args for name in find(argument, ast.Name)}
    names = {name.id for name in find(other, ast.Name)}
    plain = (ast.Name, ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop, ast.Load)
    return names <= counted and all(isinstance(one, plain) for one in find(other, ast.AST))


def _unary_op(walk: Walk, node: ast.UnaryOp) -> Value:
    value = noted(walk, node.operand)
    return BOOL if isinstance(node.op, ast.Not) else value


def _bool_op(walk: Walk, node: ast.BoolOp) -> Value:
    return walk.bool_op(walk, node)


def _compare(walk: Walk, node: ast.Compare) -> Value:
    operands = (node.left, *node.comparators)
    around = walk.function.node if walk.function is not None else None
    types = [one for one in operands if instance_asked(one, around) is not None]
    before, values = walk.context, []
    for operand in operands:
        if types and operand not in types:  # type(x) is torch.Tensor, x.__class__ == nn.Linear
            named = getattr(operand, "attr", getattr(operand, "id", ""))
            walk.context = "isinstance" if named.endswith("Tensor") else "type"
        values.append(noted(walk, operand))
        walk.context = before
    if any(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in node.ops):
        return BOOL
    if NUMPY in values and {*values} <= COUNTED | {OTHER}:
        return NUMPY
    return tensor_like(*values) or (UNKNOWN if UNKNOWN in values else BOOL)


def _if_exp(walk: Walk, node: ast.IfExp) -> Value:
    return walk.if_expression(walk, node)


def _sequence(walk: Walk, node: ast.List | ast.Set) -> Value:
    values = [noted(walk, item) for item in node.elts]
    if not values:
        return Value("sequence")
    result = values[0]
    for value in values[1:]:
        if value is not result:
            result = join(result, value)
    return Value("sequence", items=(result,))


def _tuple(walk: Walk, node: ast.Tuple) -> Value:
    values = tuple(noted(walk, item) for item in node.elts)
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return Value("sequence", items=(UNKNOWN,))
    return Value("tuple", items=values)


def _dict(walk: Walk, node: ast.Dict) -> Value:
    for key in node.keys:
        if key is not None:
            evaluate(walk, key)
    before, values = walk.context, []
    for key, value in zip(node.keys, node.values, strict=True):
        walk.context = before if key is not None else "spread"
        values.append(noted(walk, value))
    walk.context = before
    if not values:
        return Value("mapping")
    alike = all(value is values[0] for value in values)
    alike = alike or all(map(is_layer, values)) or all(map(makes_layers, values))
    return Value("mapping", items=(reduce(join, values) if alike else UNKNOWN,))


def _comprehension(walk: Walk, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
    with_scope = _enter_generators(walk, node.generators)
    value = noted(walk, node.elt)
    walk.scope = with_scope
    return Value("sequence", items=(value,))


def _dict_comprehension(walk: Walk, node: ast.DictComp) -> Value:
    with_scope = _enter_generators(walk, node.generators)
    evaluate(walk, node.key)
    value = evaluate(walk, node.value)
    walk.scope = with_scope
    return Value("mapping", items=(value,))


def _enter_generators(walk: Walk, generators: list[ast.comprehension]) -> Scope:
    """Bind the targets in a scope of their own; returns the scope to go back to."""
    outer = walk.scope
    iterables = [evaluate(walk, generators[0].iter)]
    walk.scope = Scope("function", outer)
    for index, generator in enumerate(generators):
        iterable = iterables[0] if index == 0 else evaluate(walk, generator.iter)
        assign(walk, generator.target, gone_through(walk, iterable))
        for condition in generator.ifs:
            evaluate(walk, condition)
    return outer


def gone_through(walk: Walk, value: Value) -> Value:
    """What a loop takes of ``value``, one after the other."""
    if value.kind == "object" and (given := _own_item(walk, value, "__iter__")) is not None:
        return given
    return element(value)


def _with_items(walk: Walk, value: Value) -> Value:
    """An object of the user's that gives numbers of NumPy's is a sequence of them to ``zip``."""
    given = _own_item(walk, value, "__iter__") if value.kind == "object" else None
    return value if given is None else Value("sequence", items=(given,))


def _lambda(walk: Walk, node: ast.Lambda) -> Value:
    """A function where it gives a number of NumPy's; whatever else it gives is not followed."""
    given = _body(walk, node, ())
    if given not in OF_NUMPYS:
        return UNKNOWN
    info = FunctionInfo(LAMBDA, None, None, state="done", result=given)
    return Value("function", info.name, info=info)


def _of_lambda(info: FunctionInfo, arguments: Sequence[Value]) -> Value:
    """What NumPy makes of numbers is its own, what it makes of a tensor is torch's."""
    if all(one in COUNTED for one in arguments):
        return info.result or UNKNOWN
    return UNKNOWN if any(map(is_tensor, arguments)) else NUMBER_OR_NUMPY


def _body(walk: Walk, node: ast.Lambda, given: Sequence[Value]) -> Value:
    """What a lambda's body is, ``given`` the values of its first parameters."""
    for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d)):
        evaluate(walk, default)
    outer, walk.scope = walk.scope, Scope("function", walk.scope)
    parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    for index, parameter in enumerate(parameters):
        walk.scope.names[parameter.arg] = given[index] if index < len(given) else UNKNOWN
    value = noted(walk, node.body)
    walk.scope = outer
    return value


def _named(walk: Walk, node: ast.NamedExpr) -> Value:
    value = evaluate(walk, node.value)
    assign(walk, node.target, value)
    return value


def _constant(walk: Walk, node: ast.Constant) -> Value:
    return CONSTANTS[node.value.__class__]


def _children(walk: Walk, node: ast.expr) -> Value:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(walk, child)
    return UNKNOWN


def _slice(walk: Walk, node: ast.Slice) -> Value:
    for bound in filter(None, (node.lower, node.upper, node.step)):
        noted(walk, bound)
    return UNKNOWN


def _joined(walk: Walk, node: ast.JoinedStr) -> Value:
    _children(walk, node)
    return STR


def _formatted(walk: Walk, node: ast.FormattedValue) -> Value:
    value = evaluate(walk, node.value)
    if node.format_spec is not None:
        evaluate(walk, node.format_spec)
        note_formatted_value(walk, node, value)
    return STR


def _starred(walk: Walk, node: ast.Starred) -> Value:
    value = walk.values[node.value] = evaluate(walk, node.value)
    return element(value)


def _yield(walk: Walk, node: ast.Yield | ast.YieldFrom) -> Value:
    given = evaluate(walk, node.value) if node.value is not None else UNKNOWN
    if isinstance(node, ast.YieldFrom):
        given = gone_through(walk, given)
    is_numpys = given in OF_NUMPYS
    walk.results.append(Value("sequence", items=(given,)) if is_numpys else UNKNOWN)
    return UNKNOWN


def assign(walk: Walk, target: ast.expr, value: Value) -> None:
    """``target = value``, unpacking as Python does."""
    if isinstance(target, ast.Name):
        bind_name(walk, target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        exact = value.kind == "tuple" and len(value.items) == len(target.elts)
        for index, item in enumerate(target.elts):
            if isinstance(item, ast.Starred):
                assign(walk, item.value, Value("sequence", items=(element(value),)))
            else:
                assign(walk, item, value.items[index] if exact else element(value))
    elif isinstance(target, ast.Attribute):
        base = _base(walk, target.value)
        if base.kind == "object" and isinstance(base.info, ClassInfo):
            walk.values[target.value] = base
            if target.attr == "forward" and calls_forward(base.info):
                record_forward(walk, target, base.info, None)
            if is_of_its_layer(base.info, target.attr):
                read_member(walk, target, base, None)
            known = base.info.attributes.get(target.attr)
            base.info.attributes[target.attr] = value if known is None else join(known, value)
            named = f"torch.nn.Module.{target.attr}"
            if base.info.is_module and is_layer(value) and walk.api.kind(named) == "method":
                base.info.behind.add(target.attr)
        elif base.kind in ("instance", "torch") or (
            base.kind in ("class", "unknown") and target.attr in ("grad", "forward")
        ):
            read_member(walk, target, base, None)
    elif isinstance(target, ast.Starred):
        assign(walk, target.value, value)
    elif (kept := kept_attribute(target)) is not None:
        assign(walk, kept, value)
    else:
        evaluate(walk, target)
        if isinstance(target, ast.Subscript):
            forget_layers(walk, target.value)
            put_into(walk, target.value, value)


def put_into(walk: Walk, node: ast.expr, value: Value, kind: Kind = "mapping") -> None:
    """``out["loss"] = loss`` tells what a dict holds that began empty in this scope, and
    ``self.images.append(image)`` and ``images += [image]`` what a list does, of an object too."""
    known, holder = None, None
    if isinstance(node, ast.Name):
        known = walk.scope.names.get(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        holder = (lookup(walk, node.value.id) or UNKNOWN).info
        known = holder.attributes.get(node.attr) if isinstance(holder, ClassInfo) else None
    if known is None or known.kind != kind or known.name or UNKNOWN in known.items:
        return
    held = join(known.items[0], value) if known.items else maybe(value)
    if isinstance(holder, ClassInfo) and isinstance(node, ast.Attribute):
        holder.attributes[node.attr] = Value(kind, items=(held,))
    elif isinstance(node, ast.Name):
        bind_name(walk, node.id, Value(kind, items=(held,)))


def _isinstance(walk: Walk, node: ast.Call) -> Value:
    if node.args:
        evaluate(walk, node.args[0])
    for argument in node.args[1:]:
        evaluate_in(walk, argument, "isinstance")
    return BOOL


EVALUATORS: dict[type, Callable[..., Value]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.BinOp: _bin_op,
    ast.UnaryOp: _unary_op,
    ast.BoolOp: _bool_op,
    ast.Compare: _compare,
    ast.IfExp: _if_exp,
    ast.List: _sequence,
    ast.Set: _sequence,
    ast.Tuple: _tuple,
    ast.Dict: _dict,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.NamedExpr: _named,
    ast.Constant: _constant,
    ast.JoinedStr: _joined,
    ast.FormattedValue: _formatted,
    ast.Starred: _starred,
    ast.Slice: _slice,
    ast.Await: _children,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
}
