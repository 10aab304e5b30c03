"""Statements: which names get which values, and in which order bodies are walked."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from itertools import pairwise

from mindport.nodes import find, name_of
from mindport.nodes import walk as walk_nodes
from mindport.symbols.annotations import annotated
from mindport.symbols.asked_types import instance_asked
from mindport.symbols.dtypes import names_dtype
from mindport.symbols.expressions import (
    assign,
    dotted_symbol,
    evaluate,
    evaluate_in,
    forget_layers,
    gone_through,
    noted,
    put_into,
)
from mindport.symbols.given_later import (
    always_changed,
    always_given,
    in_place_methods,
    is_measured,
)
from mindport.symbols.handed import DTYPE
from mindport.symbols.joined import joined_data
from mindport.symbols.kernels import fails_without_torch
from mindport.symbols.members import INSIDE, tensors_first
from mindport.symbols.receivers import OF_MODULES
from mindport.symbols.uses import Augmented, Borrowed, Import
from mindport.symbols.values import (
    BOOL,
    COUNTED,
    FLAT,
    FLOAT,
    INT,
    LAYER,
    LIKELY_LAYER,
    LIKELY_TENSOR,
    MAYBE_NONE,
    MINDSPORE_TENSOR,
    NUMBER_OR_NUMPY,
    NUMPY,
    NUMPY_OR_UNKNOWN,
    OTHER,
    STR,
    UNKNOWN,
    ClassInfo,
    FunctionInfo,
    Kind,
    LazyName,
    Scope,
    Value,
    are_numpys_perhaps,
    instance,
    is_layer,
    is_tensor,
    join,
)
from mindport.symbols.walk import EINOPS, ROOTS, Walk, bind_name, imported, is_of_torch, lookup

LAYER_NAMES = ("m", "mod", "module", "layer")
DEFAULTS: dict[type, Value] = {int: INT, float: FLOAT, bool: BOOL, str: STR}
FORWARD_NAMES = ("forward", "construct")
# What nothing is asked for that is no module, or no tensor.
ASKED_OF_MODULES = OF_MODULES | {"forward", "parameters"}
ASKED_OF_TENSORS = frozenset({"detach", "grad_fn", "requires_grad"})
# Decorators of methods that are read like attributes.
PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})
# Layers whose parameters MindSpore names alike.
ANY_BATCH_NORM = frozenset(
    f"torch.nn.modules.batchnorm.{name}" for name in ("_BatchNorm", "_NormBase")
)
FAMILIES = (("BatchNorm", "LayerNorm"), ("GroupNorm", "InstanceNorm"), ("Conv", "Linear"))

MAX_BASES = 8
# What is held by those that a test asks for is not known.
CONTAINERS = {"tuple": Value("sequence", "tuple"), "list": Value("sequence"), "set": Value("sequence"),
              "dict": Value("mapping")}  # fmt: skip


def run_block(walk: Walk, statements: Iterable[ast.stmt]) -> None:
    """Walk statements in order."""
    for statement in statements:
        walk.statement = statement
        handler = STATEMENTS.get(statement.__class__)
        if handler is not None:
            handler(walk, statement)


def run_function(walk: Walk, info: FunctionInfo) -> None:
    """Walk a function's body once, with what is known of its parameters."""
    assert info.node is not None and info.scope is not None
    saved = (walk.scope, walk.function, walk.cls, walk.statement, walk.context, walk.results)
    info.state = "running"
    shadowed: frozenset[str] = frozenset()
    noted = len(walk.uses)
    walk.depth += 1
    while True:
        walk.scope = Scope("function", info.scope, dict.fromkeys(shadowed, UNKNOWN))
        walk.function, walk.cls, walk.context, walk.results = info, info.owner, "reference", []
        _bind_parameters(walk, info)
        run_block(walk, info.node.body)
        late = walk.scope.outer_reads & walk.scope.names.keys() - walk.scope.outer_writes
        if late <= shadowed:
            break
        # A name that is assigned anywhere in a function is local everywhere in it.
        shadowed |= late
        own = [use for use in walk.uses[noted:] if use.function is not info]
        walk.uses[noted:] = own
    walk.depth -= 1
    results = walk.results
    walk.scope, walk.function, walk.cls, walk.statement, walk.context, walk.results = saved
    info.state, info.scope = "done", None  # the scope holds the function: a cycle, if it stayed
    if info.result is None:
        info.result = _joined(results)


def _joined(results: list[Value]) -> Value:
    if not results:
        return UNKNOWN
    found = results[0]
    for value in results[1:]:
        found = join(found, value)
    return found


def _bind_parameters(walk: Walk, info: FunctionInfo) -> None:
    assert info.node is not None
    names = walk.scope.names
    args = info.node.args
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults))
    defaults += args.defaults
    pairs = [
        *zip(plain, defaults, strict=True),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    is_cell = info.name == "construct" and info.owner is not None and info.owner.is_cell
    is_forward = (
        info.name in FORWARD_NAMES and info.owner is not None and _is_module_like(info.owner)
    )
    of_class = info.is_decorated("classmethod")
    static = of_class or info.is_decorated("staticmethod")
    of_function = static and _is_of_function(info)
    for index, (argument, default) in enumerate(pairs):
        is_bound = of_class or not (static or _is_called_of_class(info, argument.arg))
        if index == 0 and info.owner is not None and plain and is_bound:
            kind: Kind = "class" if of_class else "object"
            names[argument.arg] = Value(kind, info.owner.name, info=info.owner)
            continue
        tensors = is_forward or (of_function and index > of_class)
        value = _parameter_value(walk, info, argument, default, tensors)
        names[argument.arg] = MINDSPORE_TENSOR if is_cell and value is UNKNOWN else value
    if walk.has_torch:
        _note_given_later(walk, info.node)
    for rest in (args.vararg, args.kwarg):
        if rest is not None:
            inner = annotated(walk, rest.annotation) if rest.annotation else UNKNOWN
            if rest is args.vararg and rest.annotation is None and (is_forward or is_cell):
                inner = MINDSPORE_TENSOR if is_cell else LIKELY_TENSOR
            several = Value("sequence", "tuple", (inner,))
            names[rest.arg] = several if rest is args.vararg else Value("mapping", items=(inner,))


def _note_given_later(walk: Walk, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """``size = x.size()`` before ``torch.div(x, norm)``: a parameter is what torch takes it for, and a
    tensor where it is changed by what tensors alone have, ``x.sub_(mean)``."""
    names = walk.scope.names
    unknown = {argument.arg for argument in find(function.args, ast.arg)}
    unknown = {name for name in unknown if names.get(name) is UNKNOWN}
    for call, place, name in always_given(function, unknown):
        asked = call.func
        if isinstance(asked, ast.Attribute):
            callee = dotted_symbol(walk, asked)
        else:
            callee = lookup(walk, name_of(asked))
        if callee is None or callee.kind != "torch":
            continue
        numbers = is_measured(name, function)
        if place < tensors_first(callee.name, numbers=numbers):
            names[name] = LIKELY_TENSOR
    names |= dict.fromkeys(always_changed(function, unknown, in_place_methods()), LIKELY_TENSOR)


def _is_called_of_class(info: FunctionInfo, name: str) -> bool:
    """Whether a method's first argument is no object: what ``Block.masked(weights)`` gives it."""
    given = info.arguments.get(name)
    return given is not None and given.kind != "object" and name != "self"


def _parameter_value(
    walk: Walk, info: FunctionInfo, argument: ast.arg, default: ast.expr | None, is_forward: bool
) -> Value:
    if argument.annotation is not None:
        value = annotated(walk, argument.annotation, record=False)
        if value is not UNKNOWN:
            return value
    both = None if info.node is None else walk.known.get(info.node, {}).get(argument.arg)
    if both is not None:
        return both
    seen = info.arguments.get(argument.arg, UNKNOWN)
    if seen.kind not in ("unknown", "none"):
        return seen
    if isinstance(default, ast.Constant) and default.value.__class__ in DEFAULTS:
        return DEFAULTS[default.value.__class__]
    if argument.arg.endswith("dtype") and isinstance(default, ast.Constant):
        return MAYBE_NONE
    if argument.arg in LAYER_NAMES and walk.has_torch and _asks_for_its_class(info, argument.arg):
        return LIKELY_LAYER
    if is_forward and (default is None or isinstance(default, ast.Constant)):
        return LIKELY_TENSOR
    return UNKNOWN


def _asks_for_its_class(info: FunctionInfo, name: str) -> bool:
    """``m.__class__.__name__``, as functions do that initialise one layer after the other."""
    return info.node is not None and any(
        isinstance(node, ast.Attribute)
        and node.attr == "__class__"
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        for node in walk_nodes(info.node)
    )


def _is_of_function(info: FunctionInfo) -> bool:
    """Whether it is forward or backward of an autograd function: tensors follow its context."""
    base = None if info.owner is None else info.owner.torch_base
    return base == "torch.autograd.Function" and info.name in ("forward", "backward")


def _is_module_like(info: ClassInfo) -> bool:
    return info.is_module or any(base.kind in ("unknown", "lazy") for base in info.bases)


def _is_put_into_class(walk: Walk, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it becomes a method: what ``__init_subclass__`` writes with a ``self``."""
    around = None if walk.function is None else walk.function.name
    first = next(iter(node.args.args), None)
    return around == "__init_subclass__" and first is not None and first.arg == "self"


def _function(walk: Walk, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    for decorator in node.decorator_list:
        evaluate_in(walk, decorator, "decorator")
    for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d)):
        evaluate(walk, default)
    is_own = walk.scope.kind == "class" or _is_put_into_class(walk, node)
    owner = walk.cls if is_own else None
    decorators = {name_of(decorator) for decorator in node.decorator_list}
    info = FunctionInfo(node.name, node, walk.scope, owner)
    info.is_property = owner is not None and not decorators.isdisjoint(PROPERTIES)
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    for argument in (*arguments, node.args.vararg, node.args.kwarg):
        if argument is not None and argument.annotation is not None:
            annotated(walk, argument.annotation)
    if node.returns is not None:
        result = annotated(walk, node.returns)
        info.result = None if result.kind in ("unknown", "none") else result
    walk.functions.append(info)
    bind_name(walk, node.name, Value("function", node.name, info=info))
    if owner is not None and decorators.isdisjoint({"setter", "deleter"}):
        owner.methods[node.name] = info


def _class(walk: Walk, node: ast.ClassDef) -> None:
    for decorator in node.decorator_list:
        evaluate_in(walk, decorator, "decorator")
    bases = tuple(_base(evaluate_in(walk, base, "base")) for base in node.bases)
    for keyword in node.keywords:
        evaluate(walk, keyword.value)
    info = ClassInfo(node.name, node, bases, torch_base(bases))
    info.attributes.update(walk.known.get(node, {}))
    walk.classes.append(info)
    bind_name(walk, node.name, Value("class", node.name, info=info))
    outer, outer_cls = walk.scope, walk.cls
    walk.scope, walk.cls = Scope("class", outer), info
    run_block(walk, node.body)
    for name, value in walk.scope.names.items():
        if value.kind != "function":
            info.attributes.setdefault(name, value)
    walk.scope, walk.cls = outer, outer_cls


def _base(value: Value) -> Value:
    """What a class derives from; a module that is compiled is a module as any other."""
    compiled = value.kind == "torch" and value.name == "torch.jit.ScriptModule"
    return replace(value, name="torch.nn.Module") if compiled else value


def torch_base(bases: Iterable[Value]) -> str | None:
    """The torch class that a class with these bases derives from."""
    found = None
    for base in bases:
        if base.kind == "torch":
            found = found or base.name
        elif isinstance(base.info, ClassInfo):
            found = found or base.info.torch_base
    return found


def _return(walk: Walk, node: ast.Return) -> None:
    if node.value is not None:
        walk.results.append(noted(walk, node.value))


def _expression(walk: Walk, node: ast.Expr) -> None:
    evaluate(walk, node.value)


def _assign(walk: Walk, node: ast.Assign) -> None:
    if names_dtype(node, (walk.function and walk.function.node) or walk.tree):
        evaluate_in(walk, node.value, "dtype")
        value = DTYPE
    else:
        value = noted(walk, node.value)
    for target in node.targets:
        assign(walk, target, value)


def _annotated_assign(walk: Walk, node: ast.AnnAssign) -> None:
    declared = annotated(walk, node.annotation)
    value = noted(walk, node.value) if node.value is not None else UNKNOWN
    if node.value is None and _declares_torchs(walk, node.target):
        return
    assign(walk, node.target, value if value is not UNKNOWN and declared is UNKNOWN else declared)


def _declares_torchs(walk: Walk, target: ast.expr) -> bool:
    """``_modules: dict[str, Metric]`` in the body of a class whose base of torch's has it."""
    base = walk.cls.torch_base if walk.cls is not None and walk.scope.kind == "class" else None
    if base is None or not isinstance(target, ast.Name):
        return False
    return target.id in INSIDE or walk.api.canonical(f"{base}.{target.id}") is not None


def _augmented(walk: Walk, node: ast.AugAssign) -> None:
    value = noted(walk, node.value)
    forget_layers(walk, node.target)
    for item in value.items if isinstance(node.op, ast.Add) and value.kind == "sequence" else ():
        put_into(walk, node.target, item, "sequence")  # xs += [x]
    if not isinstance(node.target, ast.Name):
        before = evaluate(walk, node.target)
    else:
        before = lookup(walk, node.target.id) or UNKNOWN
        if is_tensor(before):
            walk.augmented.append(Augmented(node, node.target.id, walk.function))
        if before in COUNTED and value in (NUMPY, NUMBER_OR_NUMPY):
            bind_name(walk, node.target.id, NUMPY if before is NUMPY else NUMBER_OR_NUMPY)
        elif are_numpys_perhaps(before, value):
            bind_name(walk, node.target.id, NUMPY_OR_UNKNOWN)
        elif before.kind not in ("instance", "sequence"):
            bind_name(walk, node.target.id, value if value.kind == "instance" else before)
    of_another = isinstance(node.target, ast.Attribute | ast.Subscript) and is_tensor(before)
    if of_another or joined_data(before) is not UNKNOWN:
        walk.values[node.target] = before


def _delete(walk: Walk, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            walk.reads.add(target.id)
            bind_name(walk, target.id, UNKNOWN)
        else:
            evaluate(walk, target)


def _ask(walk: Walk, test: ast.expr) -> Value:
    """The value of what is asked for its truth; of an object of the user's it is noted."""
    value = evaluate(walk, test)
    if value.kind == "object":
        walk.values[test] = value
    return value


def _if(walk: Walk, node: ast.If) -> None:
    _ask(walk, node.test)
    before = walk.scope.names
    walk.scope.names = dict(before)
    _narrow(walk, node.test)
    narrowed = walk.scope.names
    narrowed = {name: value for name, value in narrowed.items() if before.get(name) is not value}
    run_block(walk, node.body)
    after_body = walk.scope.names
    _forget(after_body, narrowed, before)
    walk.scope.names = before
    if not node.orelse and _leaves(node.body):
        _narrow_otherwise(walk, node.test)
        return
    walk.scope.names = dict(before)
    _narrow_otherwise(walk, node.test)
    narrowed = {n: value for n, value in walk.scope.names.items() if before.get(n) is not value}
    run_block(walk, node.orelse)
    after_orelse = walk.scope.names
    _forget(after_orelse, narrowed, before)
    _merge(walk, before, after_body, after_orelse)


def if_expression(walk: Walk, node: ast.IfExp) -> Value:
    """``x.clone() if isinstance(x, torch.Tensor) else np.copy(x)``."""
    _ask(walk, node.test)
    values = []
    for branch, narrow in ((node.body, _narrow), (node.orelse, _narrow_otherwise)):
        names = walk.scope.names
        before = dict(names)
        narrow(walk, node.test)
        narrowed = {name: value for name, value in names.items() if before.get(name) is not value}
        values.append(noted(walk, branch))
        _forget(names, narrowed, before)
    return join(*values)


def bool_op(walk: Walk, node: ast.BoolOp) -> Value:
    """``isinstance(m, nn.BatchNorm2d) and m.affine``: an operand is asked where those before it held,
    behind ``or`` where they did not."""
    narrow = _narrow if isinstance(node.op, ast.And) else _narrow_otherwise
    names, narrowed = walk.scope.names, dict[str, Value]()
    before, values = dict(names), [_ask(walk, node.values[0])]
    for tested, operand in pairwise(node.values):
        known = dict(names)
        narrow(walk, tested)
        narrowed |= {name: value for name, value in names.items() if known.get(name) is not value}
        values.append(_ask(walk, operand))
    _forget(names, narrowed, before)
    return reduce(join, values)


def _forget(names: dict[str, Value], narrowed: dict[str, Value], before: dict[str, Value]) -> None:
    """Behind the branch a name that it did not bind is what it was before the test."""
    for name, value in narrowed.items():
        if names.get(name) is not value:
            continue
        if name in before:
            names[name] = before[name]
        else:
            del names[name]


def _leaves(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def _merge(
    walk: Walk, names: dict[str, Value], left: dict[str, Value], right: dict[str, Value]
) -> None:
    """Join what two branches left behind into ``names``, which stays the scope's own dict."""
    for name in left.keys() | right.keys():
        a, b = left.get(name), right.get(name)
        if a is None or b is None:
            names[name] = a or b or UNKNOWN
        else:
            names[name] = a if a is b else join(a, b)
    walk.scope.names = names


def _are_alike(values: list[Value]) -> bool:
    """Whether the classes are layers of one family, whose parameters MindSpore names alike: but for
    BatchNorm3d, which keeps them in another layer."""
    names = [value.name.rpartition(".")[2] for value in values if value.kind == "torch"]
    if "BatchNorm3d" in names and len(set(names)) > 1:
        return False
    return len(names) == len(values) > 0 and any(
        all(name.startswith(family) for name in names) for family in FAMILIES
    )


def _any_kernel(values: list[Value]) -> Value | None:
    """One of several layers, where the weights of some alone have an axis more in MindSpore."""
    others = [value for value in values if value.name not in FLAT]
    if not others or len(others) == len(values):
        return None
    return Value("instance", others[0].name, tuple(map(_instance_of, values)))


def _base_of(values: list[Value]) -> Value:
    """The one of the user's classes from which all the others derive: of ``(Detect, Segment)``."""
    for value in values:
        if all(other is value or _derives(other, value) for other in values):
            return value
    return UNKNOWN


def _derives(value: Value, base: Value, depth: int = 0) -> bool:
    """Whether one of the user's classes derives from another."""
    if not isinstance(value.info, ClassInfo) or base.info is None or depth > MAX_BASES:
        return False
    return any(b.info is base.info or _derives(b, base, depth + 1) for b in value.info.bases)


def _instance_of(value: Value) -> Value:
    if value.kind == "class":
        return Value("object", value.name, info=value.info)
    return instance(value.name) if value.kind == "torch" else UNKNOWN


def _is_layer(walk: Walk, value: Value) -> bool:
    return value.kind == "torch" and walk.api.is_subclass(value.name, "torch.nn.Module")


def _narrow(walk: Walk, test: ast.expr) -> None:
    """``if isinstance(x, torch.Tensor):`` tells what x is inside, and so does a method of torch's."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        for operand in test.values:
            _narrow(walk, operand)
    if isinstance(test, ast.Call):
        _narrow_to_tensor(walk, test)
    asked = _asked(walk, test)
    if asked is None:
        return
    asks, name, wanted = asked
    if asks == "hasattr":
        _narrow_by_member(walk, name, wanted)
        return
    recorded = len(walk.uses)
    classes = wanted.elts if isinstance(wanted, ast.Tuple | ast.List | ast.Set) else [wanted]
    values = [evaluate(walk, one) for one in classes]
    del walk.uses[recorded:]
    value = values[0] if len(values) == 1 or _are_alike(values) else _base_of(values)
    is_any = value.name in ANY_BATCH_NORM and any(use.symbol.endswith("3d") for use in walk.uses)
    value = UNKNOWN if is_any else value  # BatchNorm3d keeps its parameters in another layer
    if value is UNKNOWN and (len(values) > 1 or is_any):
        if all(_is_layer(walk, one) for one in values):
            bind_name(walk, name, LAYER)
        elif is_layer(any_of := reduce(join, map(_instance_of, values))):
            bind_name(walk, name, any_of)
    if value.kind == "torch" and walk.api.kind(value.name) == "class":
        bind_name(walk, name, _any_kernel(values) or instance(value.name))
    elif value.kind == "class":
        bind_name(walk, name, Value("object", value.name, info=value.info))
    elif value.kind == "mindspore" and value.name == MINDSPORE_TENSOR.name:
        bind_name(walk, name, MINDSPORE_TENSOR)
    elif value.kind in ("other", "foreign"):
        held = [CONTAINERS.get(name_of(one), OTHER) for one in classes]
        known = walk.scope.names.get(name)
        if known is None or known.kind not in {one.kind for one in held} | {"tuple"}:
            bind_name(walk, name, reduce(join, held))


def _narrow_to_tensor(walk: Walk, test: ast.Call) -> None:
    """``if torch.is_tensor(x):``."""
    match test:
        case ast.Call(ast.Name() | ast.Attribute(ast.Name()) as function, [ast.Name(name)], []):
            recorded = len(walk.uses)
            asks = evaluate(walk, function)
            del walk.uses[recorded:]
            if asks.name == "torch.is_tensor" and not is_tensor(
                walk.scope.names.get(name, UNKNOWN)
            ):
                bind_name(walk, name, instance("torch.Tensor"))


def _narrow_otherwise(walk: Walk, test: ast.expr) -> None:
    """What ``not isinstance(x, torch.Tensor)`` tells where it does not hold."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        _narrow(walk, test.operand)


def _asked(walk: Walk, test: ast.expr) -> tuple[str, str, ast.expr] | None:
    """What a test asks of a name, and for: a member by ``hasattr``, or classes by ``isinstance``, as
    ``type(x) is C``, ``type(x) in (C, D)`` and ``isinstance(x, C) or isinstance(x, D)`` do."""
    match test:
        case ast.BoolOp(ast.Or(), operands):
            return _asked_together([_asked(walk, one) for one in operands])
        case ast.Call(ast.Name("isinstance" | "hasattr" as asks), [ast.Name(name), wanted]):
            return asks, name, wanted
        case ast.Compare(left, [ast.Is() | ast.Eq() | ast.In()], [wanted]):
            around = walk.function.node if walk.function is not None else None
            instance_of = instance_asked(left, around)
            if isinstance(instance_of, ast.Name) and not isinstance(wanted, ast.Call):
                return "isinstance", instance_of.id, wanted
    return None


def _asked_together(
    tests: list[tuple[str, str, ast.expr] | None],
) -> tuple[str, str, ast.expr] | None:
    """The classes of all tests, where each asks one name for some."""
    classes: list[ast.expr] = []
    names: set[str] = set()
    for one in tests:
        if one is None or one[0] != "isinstance":
            return None
        names.add(one[1])
        classes += one[2].elts if isinstance(one[2], ast.Tuple | ast.List | ast.Set) else [one[2]]
    return ("isinstance", names.pop(), ast.Tuple(classes, ast.Load())) if len(names) == 1 else None


def _narrow_by_member(walk: Walk, name: str, member: ast.expr) -> None:
    """``if hasattr(x, "detach"):`` of something unknown, where the file has to do with torch."""
    known = walk.scope.names.get(name)
    if known is None or known.kind != "unknown" or not walk.has_torch:
        return
    asked = getattr(member, "value", None)
    if asked in ASKED_OF_MODULES:
        bind_name(walk, name, LIKELY_LAYER)
    elif asked in ASKED_OF_TENSORS:
        bind_name(walk, name, LIKELY_TENSOR)


def _for(walk: Walk, node: ast.For | ast.AsyncFor) -> None:
    iterable = noted(walk, node.iter)
    assign(walk, node.target, gone_through(walk, iterable))
    _loop_body(walk, node.body)
    run_block(walk, node.orelse)


def _while(walk: Walk, node: ast.While) -> None:
    _ask(walk, node.test)
    _loop_body(walk, node.body)
    run_block(walk, node.orelse)


def _loop_body(walk: Walk, body: list[ast.stmt]) -> None:
    before = walk.scope.names
    walk.scope.names = dict(before)
    run_block(walk, body)
    _merge(walk, before, walk.scope.names, dict(before))


def _with(walk: Walk, node: ast.With | ast.AsyncWith) -> None:
    for item in node.items:
        value = evaluate_in(walk, item.context_expr, "with")
        if item.optional_vars is not None:
            assign(
                walk, item.optional_vars, value if value.kind in ("object", "other") else UNKNOWN
            )
    run_block(walk, node.body)


def _try(walk: Walk, node: ast.Try) -> None:
    before = walk.scope.names
    walk.scope.names = dict(before)
    run_block(walk, node.body)
    run_block(walk, node.orelse)
    after = walk.scope.names
    for handler in node.handlers:
        walk.scope.names = dict(before)
        if handler.type is not None:
            evaluate_in(walk, handler.type, "except")
        if handler.name:
            bind_name(walk, handler.name, OTHER)
        run_block(walk, handler.body)
        if fails_without_torch(node) and not _leaves(handler.body):
            after = {**after, **walk.scope.names}
            continue
        merged = dict(after)
        if not (handler.body and _leaves(handler.body)):
            _merge(walk, merged, after, walk.scope.names)
        merged.update(_found_in_torch(walk, node, handler, after))
        after = merged
    before.update(after)
    walk.scope.names = before
    run_block(walk, node.finalbody)


def _found_in_torch(
    walk: Walk, node: ast.Try, handler: ast.ExceptHandler, after: dict[str, Value]
) -> dict[str, Value]:
    """The names that a ``try`` takes from torch, which has them, so that ``except ImportError``
    never runs."""
    if handler.type is None or "ImportError" not in ast.unparse(handler.type):
        return {}
    imports = [s for s in node.body if isinstance(s, ast.ImportFrom) and not s.level]
    names = {alias.asname or alias.name for statement in imports for alias in statement.names}
    known = ((name, after[name]) for name in names if name in after)
    return {
        name: value
        for name, value in known
        if value.kind == "torch" and walk.api.canonical(value.name) is not None
    }


def _match(walk: Walk, node: ast.Match) -> None:
    evaluate(walk, node.subject)
    for case in node.cases:
        for child in ast.walk(case.pattern):
            name = getattr(child, "name", None)
            if isinstance(name, str):
                bind_name(walk, name, UNKNOWN)
        if case.guard is not None:
            evaluate(walk, case.guard)
        run_block(walk, case.body)


def _expressions(walk: Walk, node: ast.stmt) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(walk, child)


def _import(walk: Walk, node: ast.Import) -> None:
    for alias in node.names:
        root = alias.name.partition(".")[0]
        module = alias.name if alias.asname else root
        value = imported(walk, module)
        bound = alias.asname or root
        if root in ROOTS:
            walk.has_torch = walk.has_torch or root != EINOPS
            walk.imports.append(Import(node, alias, bound, value.name, walk.scope.kind))
        _bind_import(walk, bound, value)


def _import_from(walk: Walk, node: ast.ImportFrom) -> None:
    module = node.module or ""
    is_torch = not node.level and module.partition(".")[0] in ROOTS
    for alias in node.names:
        if alias.name == "*":
            _star(walk, node, alias, is_torch)
            continue
        value = imported(walk, module, alias.name, node.level)
        bound = alias.asname or alias.name
        if is_torch:
            walk.has_torch = walk.has_torch or not module.startswith(EINOPS)
            walk.imports.append(Import(node, alias, bound, value.name, walk.scope.kind))
        elif value.kind == "lazy":
            walk.borrowed.append(Borrowed(node, alias, bound, value))
        _bind_import(walk, bound, value)


def _bind_import(walk: Walk, bound: str, value: Value) -> None:
    bind_name(walk, bound, value)
    walk.has_mindspore = walk.has_mindspore or value.kind == "mindspore"
    if walk.scope is walk.module and value.kind in ("torch", "mindspore", "lazy"):
        walk.imported[bound] = value


def _star(walk: Walk, node: ast.ImportFrom, alias: ast.alias, is_torch: bool) -> None:
    module = node.module or ""
    if not is_torch:
        for name, value in walk.resolver.star_names(module, node.level, walk.path).items():
            bind_name(walk, name, value)
            walk.has_torch = walk.has_torch or is_of_torch(value)
            if value.kind in ("torch", "mindspore", "lazy"):
                walk.borrowed.append(Borrowed(node, alias, name, value))
                origin = LazyName(module, name, node.level, walk.path)
                walk.imported[name] = Value("lazy", info=origin)
        return
    walk.has_torch = True
    walk.imports.append(Import(node, alias, "*", module, walk.scope.kind))
    for name in walk.api.members(module):
        _bind_import(walk, name, imported(walk, module, name))


def _outer(walk: Walk, node: ast.Global | ast.Nonlocal) -> None:
    walk.scope.outer_writes.update(node.names)


STATEMENTS: dict[type, Callable[..., None]] = {
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated_assign,
    ast.AugAssign: _augmented,
    ast.Delete: _delete,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.Match: _match,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Global: _outer,
    ast.Nonlocal: _outer,
    ast.Raise: _expressions,
    ast.Assert: _expressions,
}
if hasattr(ast, "TryStar"):
    STATEMENTS[ast.TryStar] = _try
