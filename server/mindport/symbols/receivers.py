"""What a name tells of a value whose type is unknown: tensors' and networks' names are others' too."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from mindport.nodes import find, kept, name_of, root_of_chain
from mindport.nodes import walk as nodes_of
from mindport.symbols.binder import Binding, bind
from mindport.symbols.dtypes import TENSOR_TYPES
from mindport.symbols.results import mindspore_tensor_members
from mindport.symbols.values import NUMBERED, UNKNOWN, LazyName, expression_kind, is_tensor
from mindport.symbols.walk import Walk

# Dtypes that tensors alone are given.
WHOLE = frozenset({"bool", "int", "int16", "int32", "int64", "int8", "long", "short", "uint8"})
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
# Methods that a value with a shape has only where it is a tensor.
BESIDE_SHAPE = frozenset({"detach", "new"})
# Arguments that NumPy, pandas and Python's containers have not, or under other names (axis).
KEYWORDS = frozenset(
    {"dim", "dims", "dim0", "dim1", "start_dim", "end_dim", "keepdim", "unbiased",
     "memory_format", "non_blocking", "as_tuple"}
)  # fmt: skip
# Methods that nothing but tensors has, so that the receiver is one and the result is another.
OF_TENSORS = frozenset(
    {"addmm", "baddbmm", "bmm", "clamp", "clamp_max", "clamp_min", "contiguous", "expand_as",
     "index_fill", "index_select", "logsumexp", "masked_fill", "masked_scatter", "masked_select",
     "mv", "narrow", "new_empty", "new_full", "new_ones", "new_tensor", "new_zeros", "repeat_interleave",
     "scatter_add", "type_as", "unflatten", "unsqueeze", "view_as"}
)  # fmt: skip
# What people call an axis.
AXIS = re.compile(r"(?:\w*_)?(?:axis|dim)_?\d?")
# Functions of nn.init have these names as well.
FILLS = frozenset({"normal_", "uniform_", "fill_"})
# Functions of torch, and methods of its tensors, whose first argument is a shape.
MAKERS = frozenset({"empty", "full", "ones", "rand", "randn", "zeros", "Tensor", *TENSOR_TYPES})
SHAPED = frozenset({"expand", "new_empty", "new_full", "new_ones", "new_zeros"})
# What people call things whose size() is the number of what they hold.
COUNTED = ("buffer", "cache", "dataset", "heap", "loader", "memory", "pool", "queue", "replay",
           "stack", "store", "storage", "vocab")  # fmt: skip
# Functions that go through what they get, which a number is not for.
ITERATING = frozenset({"enumerate", "len", "list", "prod", "reversed", "tuple"})
# What only modules list; processes and nodes of trees have children, too.
LISTS = frozenset(
    {"buffers", "modules", "named_buffers", "named_children", "named_modules", "named_parameters",
     "parameters"}
)  # fmt: skip
PARAMETERS = frozenset({"named_parameters", "parameters"})
# Methods that nothing but modules has, whatever they are given.
OF_MODULES = frozenset(
    {"add_module", "get_parameter", "get_submodule", "named_children", "named_modules",
     "named_parameters", "register_full_backward_hook", "register_full_backward_pre_hook",
     "register_module", "register_parameter"}
)  # fmt: skip
# What networks, optimizers and schedulers of learning rates have, and other things with a state.
STATES = frozenset({"load_state_dict", "state_dict"})
MODULE = "torch.nn.Module"
SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
STATEFUL = "torch.distributed.checkpoint.stateful.Stateful"
OF_OPTIMIZERS = re.compile(r"(?:^|_)[Oo]pts?(?![a-z])|[Oo]ptim(?!al)")
OF_SCHEDULERS = re.compile(r"sched|warm_?up", re.I)
# What keeps a state that is neither's, GradScaler's and that of programs' own classes.
HOLDING = ("accelerator", "callback", "engine", "history", "hook", "iterator", "loader", "logger",
            "meter", "metric", "sampler", "scaler", "tracker", "trainer")  # fmt: skip
# What most layers have and torch.nn.Module itself has not.
OF_LAYERS = frozenset({"reset_parameters"})
# Methods of torch's modules that a Cell of MindSpore 2.10 has not, by comparing both.
MODULES_ALONE = OF_MODULES | {
    "children", "eval", "modules", "parameters", "requires_grad_", "train", "zero_grad"
}  # fmt: skip
# The same, and what tensors of MindSpore have, but no Cell.
CELLS_LACK = MODULES_ALONE | {
    "bfloat16", "cpu", "cuda", "double", "float", "half", "share_memory", "type", "xpu"
}  # fmt: skip
# Casts that tensors have, too.
CASTS = frozenset({"bfloat16", "double", "float", "half"})
CLASS = re.compile(r"[A-Z]\w+")
TENSOR_CLASSES = ("Tensor", "Variable")
DEVICE = re.compile(r"(?:cpu|cuda|mps|npu|xpu)(?::\d+)?")
MAKES = re.compile(r"(?:build|create|define|get|make)_?\w*")
# What people call the mode that a network is to be in, beside "training".
MODES = frozenset({"is_train", "mode", "train"})
# What people call networks.
NETWORKS = ("net", "model", "module", "encoder", "decoder", "generator", "discriminator", "critic",
            "actor", "classifier", "backbone", "policy")  # fmt: skip

# What people call the averaged network that an object keeps.
AVERAGED = re.compile(r"(?:\w+_)?ema(?:_\w+)?")

# What people call the modules that a loss comes from.
LOSSES = ("criteri", "loss")


def moves_cell(call: ast.Call) -> bool:
    """``net.to(args.device)``: to a device by torch's name, which MindSpore need not know."""
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "device")]
    return any(
        isinstance(getattr(one, "value", None), str | int)
        if isinstance(one, ast.Constant)
        else name_of(one).endswith("device") or NUMBERED.search(name_of(one))
        for one in given
    )


def is_torchs_alone(node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether a method was left behind where the import of torch is gone: MindSpore's have it not."""
    name = node.attr
    if call is None or (name in COMMON and name not in OF_TORCH):
        return call is not None and name == "size" and _asks_for_axis(call)
    return name not in mindspore_tensor_members() or name in MODULES_ALONE


def takes_place(name: str) -> bool:
    """Whether a method's name says that it changes a tensor in place: ``add_``."""
    return name.endswith("_") and not name.endswith("__")


def takes(walk: Walk, symbol: str, call: ast.Call) -> bool:
    """Whether a tensor's method takes these arguments: ``np.tanh(x)`` by another name is none."""
    bound = bind(walk.api.signatures(symbol), call)
    return isinstance(bound, Binding) or bound.spread


def is_of_network(walk: Walk, node: ast.Attribute, call: ast.Call) -> bool:
    """``model.train()``, ``x.parameters()``: methods of modules, called as only modules have them."""
    if node.attr in LISTS and _has_layers_of_its_own(walk, node.attr):
        return False
    if node.attr == "register_module" and not _names_a_child(node, call):
        return False
    if node.attr in OF_MODULES or sets_mode(walk, node):
        return True
    if node.attr == "train" and len(call.args) == 1:
        mode = call.args[0]
        if name_of(mode) == "training" and isinstance(mode, ast.Attribute):
            return True  # x.train(self.training)
        plain = isinstance(mode, ast.Name | ast.Attribute)
        named = plain and (name_of(mode).endswith("training") or name_of(mode) in MODES)
        if not named and not isinstance(getattr(mode, "value", None), bool):
            return False
    elif (call.args or call.keywords) and node.attr != "requires_grad_":
        return False
    made = node.value
    if isinstance(made, ast.Call) and name_of(made.func) == "deepcopy" and made.args:
        made = made.args[0]
    holder = name_of(made)
    if node.attr in CASTS:
        return isinstance(made, ast.Call) and _makes_network(made)
    if node.attr in ("children", "train", "eval", "requires_grad_"):
        if node.attr != "train" and is_called_network(name_of(getattr(made, "value", made))):
            return True  # model.layer4.children()
        if isinstance(made, ast.Call) and _gives_network(made):
            return True
        is_kept = isinstance(made, ast.Attribute) and name_of(made.value) != "self"
        if is_kept and AVERAGED.fullmatch(holder):
            return True  # averages.ema.eval()
        if node.attr in ("train", "eval") and _is_run(walk, node.value):
            return True
        return is_called_network(holder) or _gives_parameters(walk, node.value)
    return node.attr in LISTS or node.attr in OF_LAYERS


def _names_a_child(node: ast.Attribute, call: ast.Call) -> bool:
    """``self.net.register_module("fc", layer)``: registries of classes have a method of this name,
    ``@MODELS.register_module()``, ``MODELS.register_module("Net", module=Net)``."""
    named = [*("name", "module")[: len(call.args)], *(keyword.arg for keyword in call.keywords)]
    return named == ["name", "module"] and not name_of(node.value).isupper()


def is_kept_of_network(node: ast.Attribute) -> bool:
    """``print(model.parameters)``, ``f = net.named_modules``: a method of modules that is not called."""
    is_read = isinstance(node.ctx, ast.Load) and node.attr in LISTS | OF_MODULES
    holder = name_of(node.value)
    return is_read and is_called_network(holder) and OF_OPTIMIZERS.search(holder) is None


def _has_layers_of_its_own(walk: Walk, name: str) -> bool:
    """Whether a file without modules has classes that are called as layers are, and that list what
    they hold by this name themselves: those of micrograd and makemore."""
    if any(info.is_module or info.is_cell for info in walk.classes):
        return False
    listing = (info.methods[name] for info in walk.classes if {name, "__call__"} <= {*info.methods})
    nodes = (method.node for method in listing if method.node is not None)
    return any(all(name_of(call.func) != name for call in find(node, ast.Call)) for node in nodes)


def _makes_network(call: ast.Call) -> bool:
    """``models[name].Model(args)``, ``getattr(models, "Model")(args)``, ``build_model(args)``: what has a
    cast as tensors have it, but is called as classes and what makes a network are."""
    match call.func:
        case ast.Call(ast.Name("getattr"), [_, ast.Constant(str(name)), *_]):
            return CLASS.fullmatch(name) is not None and not name.endswith(TENSOR_CLASSES)
        case ast.Call(ast.Name("getattr"), [_, ast.expr() as asked, *_]):
            return is_called_network(name_of(asked))
    name = name_of(call.func)
    if isinstance(call.func, ast.Attribute) and CLASS.fullmatch(name):
        return not name.endswith(TENSOR_CLASSES)
    return MAKES.match(name) is not None and is_called_network(name)


def _gives_network(call: ast.Call) -> bool:
    """``build_model(args)`` and ``de_parallel(model)``, by what people call them."""
    named = [call.func, *call.args[:1]]
    return any(is_called_network(name_of(one)) for one in named)


def is_called_network(name: str) -> bool:
    """Whether a name is one of those that people give to networks."""
    return any(word in name.lower() for word in NETWORKS)


def is_run_by_forward(walk: Walk, node: ast.Attribute) -> bool:
    """Whether ``forward`` of a value of unknown type is a module's: what people call a network or a
    loss, or what a module holds. Classes of the file that are no modules and have a
    ``forward`` of their own leave it open.
    """
    holder = name_of(node.value)
    if is_called_network(holder):
        return True
    if any("forward" in info.methods and not info.is_module for info in walk.classes):
        return False
    if any(word in holder.lower() for word in LOSSES):
        return True
    is_held = isinstance(node.value, ast.Attribute) and name_of(root_of_chain(node)) == "self"
    return is_held and walk.cls is not None and walk.cls.is_module


def owner_of_state(walk: Walk, node: ast.Attribute, call: ast.Call) -> str | None:
    """Whose ``state_dict`` and ``load_state_dict`` a value of unknown type has, by its name.

    What a loop or a name that is computed gives may be a network, an optimizer or a scheduler:
    ``STATEFUL``. None where it may be anything's: then only a run can tell.
    """
    holder: ast.expr = node.value
    while isinstance(holder, ast.Subscript | ast.Call):
        if isinstance(holder, ast.Call) and name_of(holder.func) == "getattr":
            break
        holder = holder.value if isinstance(holder, ast.Subscript) else holder.func
    name = name_of(holder)
    match holder:
        case ast.Call(args=[_, ast.Constant(str(name)), *_]):
            pass
        case ast.Call():
            return _of_any(call)
    owner = owner_by_name(name)
    if owner != STATEFUL:
        return owner
    told = kept(walk.tree, _given_by_name).get(name, []) if isinstance(holder, ast.Name) else []
    return _of_any(call) if told and not all(map(_is_of_networks, told)) else MODULE


def owner_by_name(name: str) -> str | None:
    """Whose state a thing of this name has; ``STATEFUL`` where the name does not tell, and None where
    it is that of other things with a state."""
    if OF_OPTIMIZERS.search(name):
        return "torch.optim.Optimizer"
    if OF_SCHEDULERS.search(name):
        return SCHEDULER
    if any(word in name.lower() for word in HOLDING):
        return None
    return MODULE if is_called_network(name) else STATEFUL


def _of_any(call: ast.Call) -> str:
    """Nothing but a module's ``load_state_dict`` takes more than the state."""
    return MODULE if len(call.args) + len(call.keywords) > 1 else STATEFUL


def _given_by_name(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What loops go through, by the names of their steps, and what the file's calls give parameters."""
    found: dict[str, list[ast.expr]] = {}
    loops: list[ast.For | ast.comprehension] = [
        *find(tree, ast.For),
        *find(tree, ast.comprehension),
    ]
    for loop in loops:
        for step in find(loop.target, ast.Name):
            found.setdefault(step.id, []).append(loop.iter)
    functions = {function.name: function for function in find(tree, ast.FunctionDef)}
    for call in find(tree, ast.Call):
        function = functions.get(name_of(call.func))
        if function is not None:
            names = [one.arg for one in function.args.args]
            names = names[1:] if names[:1] == ["self"] else names
            given = [*zip(names, call.args, strict=False)]
            given += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
            for name, value in given:
                if _names_optimizers(value):
                    found.setdefault(name, []).append(value)
    return found


def _is_of_networks(node: ast.expr) -> bool:
    """``self.models``, ``net.modules()``, ``zip(nets, names)``: no optimizer among them."""
    names = [name_of(one) for one in nodes_of(node)]
    named = [name for name in names if is_called_network(name) or name in LISTS]
    return bool(named) and not _names_optimizers(node)


def _names_optimizers(node: ast.expr) -> bool:
    names = [name_of(one) for one in nodes_of(node)]
    return any(OF_OPTIMIZERS.search(name) or OF_SCHEDULERS.search(name) for name in names)


def is_of_tensor(walk: Walk, node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether a common name is called as only tensors have it."""
    if call is None:
        return False
    if any(k.arg in KEYWORDS and _is_no_name(walk, k.value) for k in call.keywords):
        return True
    if _becomes_part_of_network(walk, call):
        return True
    if node.attr == "to":
        return _moves(call)
    if node.attr == "cpu":
        return not call.args and not call.keywords
    if node.attr in OF_TORCH:
        return _is_torchs(walk, node, call)
    if node.attr in FILLS:
        return all(map(is_number, [*call.args, *(k.value for k in call.keywords)]))
    return node.attr == "size" and (_asks_for_axis(call) or _is_taken_apart(walk, call))


def _becomes_part_of_network(walk: Walk, call: ast.Call) -> bool:
    """``self.register_buffer("start", x.clone())``, ``nn.Parameter(x.float())``: tensors alone are
    taken, and no method but a tensor's gives one."""
    for taker in find(walk.statement, ast.Call) if walk.statement is not None else ():
        given = [*taker.args, *(k.value for k in taker.keywords if k.arg in ("tensor", "data"))]
        place = {"register_buffer": 1, "Parameter": 0}.get(name_of(taker.func))
        if place is not None and call in given[place:]:
            return walk.has_torch
    return False


def _is_torchs(walk: Walk, node: ast.Attribute, call: ast.Call) -> bool:
    """``x.cuda(0)`` and ``x.detach()``, unless a class of the file has such a method.

    ``sys.stdout.detach()`` is another one.
    """
    most = 1 if node.attr == "cuda" else 0
    if call.keywords or len(call.args) > most:
        return False
    root = root_of_chain(node)
    if isinstance(root, ast.Name) and root.id in walk.imported:
        return False
    asked = (
        outer.attr
        for outer in nodes_of(walk.statement or node)
        if isinstance(outer, ast.Attribute) and outer.value is call
    )
    if any(walk.api.canonical(f"torch.Tensor.{name}") is None for name in asked):
        return False  # the result is no tensor
    return (walk.has_torch or walk.has_mindspore) and node.attr not in kept(walk.tree, _defined)


def _defined(tree: ast.Module) -> frozenset[str]:
    """The names of the functions and methods of a file."""
    return frozenset(function.name for function in find(tree, ast.FunctionDef))


def is_of_tensor_alone(walk: Walk, node: ast.Attribute, call: ast.Call) -> bool:
    """``x.unsqueeze(0)``, and names of NumPy's as its arrays cannot be called.

    ``x.repeat(2, 1, 1)`` has too many arguments for an array, ``x.repeat(1, n)`` would do nothing;
    ``x.view(-1, 4)`` and ``x.flatten(1)`` have numbers in place of a dtype and an order, and nothing
    else than a shape has the -1 of ``x.expand(n, -1)``. What multiplies ``w.mv(v)`` is a vector, too.
    """
    name = node.attr
    if isinstance(node.value, ast.Attribute) and node.value.attr == "data" and takes_place(name):
        symbol = walk.api.canonical(f"torch.Tensor.{name}")
        return symbol is not None and takes(walk, symbol, call)  # w.data.uniform_(-1, 1)
    given = call.args
    if node.attr in BESIDE_SHAPE and not call.keywords and _is_asked_for(walk, node.value, "shape"):
        return True
    if node.attr in OF_TENSORS:
        return takes(walk, f"torch.Tensor.{node.attr}", call)
    if name == "clone" and walk.has_torch and not (given or call.keywords):
        told = _is_cut(walk, node.value, call) or _has_torchs_dtype(walk, node.value)
        told = told or _is_reckoned_with(walk, call)
        return told and "clone" not in kept(walk.tree, _defined)
    if not given or call.keywords or any(isinstance(one, ast.Starred) for one in given):
        return False
    if node.attr == "repeat":
        once = isinstance(given[0], ast.Constant) and given[0].value == 1
        return len(given) > 2 or (len(given) == 2 and once)
    if node.attr == "permute":
        return len(given) > 2
    if node.attr == "dot":
        return len(given) == 1 and isinstance(given[0], ast.Call) and name_of(given[0].func) == "mv"
    numbers = [one for one in given if is_number(one)]
    if node.attr == "flip":
        return len(numbers) == len(given)
    if node.attr == "select":
        return len(given) == 2 and bool(numbers)
    if node.attr == "flatten":
        return len(given) < 3 and len(numbers) == len(given)
    if node.attr == "expand":
        return any(isinstance(one, ast.UnaryOp) for one in numbers)
    return node.attr == "view" and len(given) > 1 and bool(numbers)


def _is_cut(walk: Walk, node: ast.expr, call: ast.Call) -> bool:
    """Whether a name, or the one for what it gives, is taken apart along its axes: ``y[..., 0]``."""
    function = None if walk.function is None else walk.function.node
    if not isinstance(node, ast.Name) or function is None:
        return False
    names, statement = {node.id}, walk.statement
    if isinstance(statement, ast.Assign) and statement.value is call:
        names |= {target.id for target in statement.targets if isinstance(target, ast.Name)}
    return any(
        isinstance(one.value, ast.Name)
        and one.value.id in names
        and isinstance(one.slice, ast.Tuple | ast.Compare)
        for one in find(function, ast.Subscript)
    )


def _has_torchs_dtype(walk: Walk, node: ast.expr) -> bool:
    """Whether the dtype of a name was compared with one of torch's: ``p.dtype == torch.float16``."""
    function = None if walk.function is None else walk.function.node
    if not isinstance(node, ast.Name) or function is None:
        return False
    return any(
        isinstance(test.left, ast.Attribute)
        and test.left.attr == "dtype"
        and name_of(test.left.value) == node.id
        and expression_kind(wanted, walk.values.get(wanted, UNKNOWN)) == "dtype"
        for test in find(function, ast.Compare)
        for wanted in test.comparators
    )


def _is_reckoned_with(walk: Walk, call: ast.Call) -> bool:
    """Whether what a call gives is an operand: ``m.anchors.clone() * stride``."""
    operations = () if walk.statement is None else find(walk.statement, ast.BinOp)
    return any(call in (one.left, one.right) for one in operations)


def is_gradient(walk: Walk, node: ast.Attribute) -> bool:
    """Whether ``p.grad`` of a value of unknown type is the gradient of a tensor.

    It is compared with None, set or cleared, used as only a tensor is, or used to change ``p``.
    """
    statement = walk.statement
    if statement is None:
        return False
    for outer in nodes_of(statement):
        match outer:
            case ast.Attribute(value=value, attr=name) if value is node:
                return name == "data" or name in OF_TORCH or takes_place(name)
            case ast.Compare(left=left, comparators=[ast.Constant(value=None)]) if left is node:
                return True
    if not isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr):
        return False
    if isinstance(node.ctx, ast.Store):
        given = statement.value
        is_set = not isinstance(given, ast.Constant) or given.value is None
        return is_set and name_of(node.value) != "self"
    holder = ast.unparse(node.value)
    return any(
        isinstance(other, ast.Name | ast.Attribute)
        and other is not node.value
        and ast.unparse(other) == holder
        for other in nodes_of(statement)
    )


def has_text_argument(call: ast.Call) -> bool:
    return any(
        isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        for argument in call.args
    )


def is_number(node: ast.expr) -> bool:
    """A number, or arithmetic with one: the functions of nn.init take a tensor first."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) or is_number(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def sets_mode(walk: Walk, node: ast.Attribute) -> bool:
    """``net.eval()`` and ``net.train()`` where the function reads ``net.training``: only modules
    have all of them, so that the file need not import torch."""
    return node.attr in ("train", "eval") and _is_asked_for(walk, node.value, "training")


def is_of_convolution(walk: Walk, node: ast.Attribute) -> bool:
    """``conv.groups`` where another convolution is made of ``conv.in_channels``, ``conv.kernel_size``
    and this: what else has all of them hands them to layers by other names."""
    function = None if walk.function is None else walk.function.node
    if node.attr != "groups" or function is None:
        return False
    receiver = ast.unparse(node.value)
    for call in find(function, ast.Call):
        given = {k.arg: k.value for k in call.keywords}
        taken = [*call.args, *given.values()]
        read = {
            one.attr
            for one in taken
            if isinstance(one, ast.Attribute) and ast.unparse(one.value) == receiver
        }
        if given.get("groups") is node and read >= {"in_channels", "kernel_size"}:
            return True
    return False


def _is_asked_for(walk: Walk, node: ast.expr, attribute: str) -> bool:
    """Whether the function that a name stands in reads an attribute of it."""
    function = None if walk.function is None else walk.function.node
    if not isinstance(node, ast.Name) or function is None:
        return False
    return any(
        other.attr == attribute and isinstance(other.value, ast.Name) and other.value.id == node.id
        for other in find(function, ast.Attribute)
    )


def _is_run(walk: Walk, node: ast.expr) -> bool:
    """Whether the function calls what a name stands for: ``criterion(outputs)`` behind
    ``criterion.eval()``. Only modules are called and have modes."""
    function = None if walk.function is None else walk.function.node
    if not isinstance(node, ast.Name) or function is None:
        return False
    return any(
        name_of(call.func) == node.id
        for call in find(function, ast.Call)
        if isinstance(call.func, ast.Name)
    )


def _gives_parameters(walk: Walk, node: ast.expr) -> bool:
    """Whether what a name, or an attribute of the object, stands for is asked for parameters.

    A name is looked for in the function in which it stands.
    """
    within: ast.AST | None = walk.tree
    if isinstance(node, ast.Name):
        within = walk.tree if walk.function is None else walk.function.node
    elif not isinstance(node, ast.Attribute):
        return False
    path = ast.unparse(node)
    asked = () if within is None else find(within, ast.Attribute)
    return any(one.attr in PARAMETERS and ast.unparse(one.value) == path for one in asked)


def _moves(call: ast.Call) -> bool:
    """``x.to(device)``, ``x.to("cuda:0")``, ``x.to(args.gpu)``, ``x.to(rank)``: tensors and modules alone
    are moved so, and both stay where they are; ``x.to(device, torch.long)``, which modules are never
    given."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if len(given) != 1:
        return any(isinstance(one, ast.Attribute) and one.attr in WHOLE for one in given)
    match given[0]:
        case ast.Constant(str(text)):
            return DEVICE.fullmatch(text) is not None
    numbered = name_of(given[0]) == "rank" or NUMBERED.search(name_of(given[0]))
    return bool(numbered) or expression_kind(given[0], UNKNOWN) == "device"


def _is_no_name(walk: Walk, value: ast.expr) -> bool:
    """Whether an axis may be a number, as torch's are: xarray's have names."""
    inner = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    if any(isinstance(item, ast.Constant) and isinstance(item.value, str) for item in inner):
        return False
    return not _is_imported(walk, "xarray")


def _is_imported(walk: Walk, package: str) -> bool:
    """Whether anything in the file is of the package."""
    sources = (value.info for value in walk.imported.values())
    return any(isinstance(s, LazyName) and s.module.startswith(package) for s in sources) or any(
        value.kind == "foreign" and value.name.startswith(package)
        for value in walk.module.names.values()
    )


def _is_taken_apart(walk: Walk, call: ast.Call) -> bool:
    """``b, c, h, w = x.size()``, ``x.size()[2:]``, ``tuple(x.size())`` or ``f(*x.size())``, or taken
    as only a shape is; pandas' groups have a ``size()`` that can be taken apart, too."""
    if call.args or call.keywords or walk.statement is None or _is_imported(walk, "pandas"):
        return False
    statement = walk.statement
    if isinstance(statement, ast.Assign) and statement.value is call:
        target = statement.targets[0]
        own = kept(walk.tree, _own_sizes)
        return isinstance(target, ast.Tuple | ast.List) and len(target.elts) not in own
    return any(
        (isinstance(n, ast.Subscript) and n.value is call)
        or (isinstance(n, ast.Compare) and _is_compared_with_shape(walk, n, call))
        or (isinstance(n, ast.Call) and n is not call and _makes_alike(n, call))
        or (isinstance(n, ast.Call) and name_of(n.func) in ITERATING and call in n.args)
        or (isinstance(n, ast.Starred) and n.value is call)
        or (isinstance(n, ast.For | ast.comprehension) and n.iter is call)
        for n in nodes_of(statement)
    )


def _own_sizes(tree: ast.Module) -> frozenset[int]:
    """How many items the methods of the file give that are called ``size``."""
    return frozenset(
        len(given.value.elts)
        for function in find(tree, ast.FunctionDef)
        if function.name == "size"
        for given in find(function, ast.Return)
        if isinstance(given.value, ast.Tuple)
    )


def _is_compared_with_shape(walk: Walk, compared: ast.Compare, call: ast.Call) -> bool:
    """``x.size() == torch.Size([3])`` or ``x.size() != (3, 4)``: what counts items is an int; and
    ``v.size() == own[k].size()``, unless it is a buffer's, or ``x.size() == y.size()`` in a function
    that asks one of both for an axis."""
    sides = [compared.left, *compared.comparators]
    sure = call in sides and all(map(_is_size, sides))
    if sure and (any(map(_is_of_item, sides)) or _has_axes(walk, sides)):
        return all(isinstance(operator, ast.Eq | ast.NotEq) for operator in compared.ops)
    return call in sides and any(
        (isinstance(side, ast.Tuple | ast.List) and bool(side.elts))
        or (isinstance(side, ast.Call) and name_of(side.func) == "Size")
        or _is_size_of_tensor(walk, side)
        for side in sides
    )


def _is_size(node: ast.expr) -> bool:
    """``x.size()`` of what is not called as what counts its items is."""
    if not isinstance(node, ast.Call) or node.args or not isinstance(node.func, ast.Attribute):
        return False
    holder = name_of(getattr(node.func.value, "value", node.func.value)).lower()
    return node.func.attr == "size" and not any(word in holder for word in COUNTED)


def _has_axes(walk: Walk, sizes: Sequence[ast.expr]) -> bool:
    """Whether the function asks what has one of the sizes for an axis, ``x.size(1)`` or ``x.size()[1]``."""
    function = None if walk.function is None else walk.function.node
    if function is None:
        return False
    holders = {ast.unparse(size) for size in sizes}
    taken = (one.value for one in find(function, ast.Subscript) if isinstance(one.value, ast.Call))
    asked = (one for one in find(function, ast.Call) if _asks_for_axis(one))
    return not holders.isdisjoint(map(ast.unparse, taken)) or not holders.isdisjoint(
        f"{ast.unparse(one.func)}()" for one in asked
    )


def _is_of_item(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(
        getattr(node.func, "value", None), ast.Subscript
    )


def _is_size_of_tensor(walk: Walk, node: ast.expr) -> bool:
    """``x.size()`` or ``x.shape`` of what is known to be a tensor."""
    asked = node.func if isinstance(node, ast.Call) and not node.args else node
    if not isinstance(asked, ast.Attribute) or asked.attr != ("shape" if asked is node else "size"):
        return False
    return is_tensor(walk.values.get(asked.value, UNKNOWN))


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
    """``x.size(0)`` and ``x.size(dim)``: nothing else in common use has a method ``size`` that takes
    an axis."""
    if len(call.args) != 1 or call.keywords:
        return False
    argument: ast.expr = call.args[0]
    if isinstance(argument, ast.UnaryOp):
        argument = argument.operand
    if isinstance(argument, ast.Name | ast.Attribute):
        return AXIS.fullmatch(name_of(argument)) is not None
    return isinstance(argument, ast.Constant) and isinstance(argument.value, int)
