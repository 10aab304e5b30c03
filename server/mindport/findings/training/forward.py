"""Which statements compute a loss: the ones that become the body of the function to differentiate."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.gradmode import NO_GRAD
from mindport.findings.training.facts import Facts
from mindport.findings.training.known_data import fills_a_list
from mindport.findings.training.names import (
    PURE,
    bound_names,
    graph_paths,
    own_nodes,
    path_of,
    read_paths,
    root_of,
    stored_paths,
    touches,
)
from mindport.nodes import find, kept, name_of, parents
from mindport.symbols.dtypes import TENSOR_TYPES
from mindport.symbols.values import NUMPY, UNKNOWN, argument_kind, is_layer

# Kinds of values that no call can change.
IMMUTABLE = frozenset({"bool", "device", "dtype", "float", "int", "none", "str"})
# Methods that a statement may call on a network without changing what it computes next to it.
HARMLESS = frozenset(
    {"train", "eval", "zero_grad", "step", "set_train", "parameters", "named_parameters",
     "modules", "named_modules", "children", "named_children", "state_dict", "register_forward_hook",
     "register_forward_pre_hook", "register_backward_hook", "register_backward_pre_hook",
     "register_full_backward_hook", "register_full_backward_pre_hook"}
)  # fmt: skip
# Methods that only move a tensor, whatever they are given.
MOVES = frozenset({"to", "cuda", "cpu", "type", "view", "reshape", "numpy"})
# Methods that leave their arguments alone.
KEEP_ARGUMENTS = HARMLESS | frozenset(
    {"append", "add", "extend", "insert", "update", "put", "write", "info", "debug", "warning",
     "log", "add_scalar", "add_scalars", "set_postfix", "set_description", "update_parameters"}
)  # fmt: skip
# Helpers that give what a network holds.
GATHERS = frozenset({"all_buffers", "all_parameters", "named_buffers", "named_parameters"})
# Networks and losses compute from their arguments; they do not change them.
COMPUTES = re.compile(r"net|model|module|encoder|decoder|generator|discriminator|critic|actor"
                      r"|backbone|classifier|crit|loss|entropy", re.I)  # fmt: skip
DRAWN = re.compile(r"(buffer|memory|replay|\brb\b|loader|sampler|dataset|batch)\w*(\.\w+)?$", re.I)
ITERATED = re.compile(r"(data|loader|batch|sampler)[^.]*$|iter(ator)?$|(^|[._])gen$", re.I)
SETTING = re.compile(r"(size|device|count|num\w*|names|seed|split|^n)$", re.I)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
MAKERS = frozenset(
    f"torch.{name}"
    for name in ("zeros", "ones", "full", "rand", "randn", "randint", "randperm", "arange", "tensor",
                 "empty", "eye", "linspace", "zeros_like", "ones_like", "full_like", "rand_like",
                 "randn_like", "randint_like", "from_numpy", "as_tensor")
)  # fmt: skip
# Functions that prepare what they are given.
ENCODES = frozenset({"torch.nn.functional.one_hot", "torch.cat", "torch.stack", "torch.clamp",
                     "torch.squeeze", "torch.unsqueeze", "torch.flatten", "torch.reshape",
                     "torch.transpose", "torch.permute", "torch.autograd.Variable"})  # fmt: skip
# What makes an array of a tensor, or a tensor without its gradient.
LEAVES = frozenset({"numpy", "asnumpy", "detach", "data"})
OF_DICTS = frozenset({"items", "keys", "values", "pop"})
ARRANGES = frozenset({"zip", "list", "tuple", "reversed", "sorted", "len"})


def forward_indices(
    facts: Facts,
    block: Sequence[ast.stmt],
    losses: Sequence[ast.expr],
    end: int,
    skip: set[ast.stmt],
    definitions: bool = False,
) -> list[int]:
    """The indices in ``block`` of the statements that compute ``losses``, read at ``end``.

    With ``definitions`` the functions that they call are among them. Generous: what may change something that they read belongs to it.
    """
    wanted = set().union(*(graph_paths(loss) for loss in losses))
    chosen: list[int] = []
    for index in range(end - 1, -1, -1):
        statement = block[index]
        if definitions and isinstance(statement, ast.FunctionDef) and statement.name in wanted:
            chosen.append(index)
            wanted |= graph_paths(statement)
        if statement in skip or isinstance(statement, DEFINITIONS):
            continue
        if stops_gradients(facts, statement):
            continue
        changed = changed_paths(facts, statement) | _left_by_networks(facts, statement, wanted)
        if any(touches(c, w) for c in changed for w in wanted):
            chosen.append(index)
            wanted = {path for path in wanted if root_of(path) not in given_anew(statement)}
            wanted |= graph_paths(statement)
    return chosen[::-1]


def _left_by_networks(facts: Facts, statement: ast.stmt, wanted: set[str]) -> set[str]:
    """``model.last_loss`` among the ``wanted`` behind ``model(x)``, whose forward assigns it.

    Where ``model(x)`` stands alone, also ``layer.loss`` of what may be a part of the network.
    """
    kept = [path for path in wanted if path.rpartition(".")[2] in facts.left_by_forward]
    if not kept:
        return set()
    called = {path_of(node.func) for node in own_nodes(statement) if isinstance(node, ast.Call)}
    match statement:
        case ast.Expr(ast.Call(function)) if path_of(function) in facts.networks:
            return {path for path in kept if "." in path}
    return {path for path in kept if path.rpartition(".")[0] in called & facts.networks}


def with_cut_reads(
    facts: Facts,
    block: Sequence[ast.stmt],
    found: Sequence[int],
    loss: ast.expr,
    end: int,
    skip: set[ast.stmt],
) -> Sequence[int]:
    """``found`` with what stands behind it and gives the loss a value without a gradient.

    ``w`` of ``(loss * w.detach()).backward()``: the function reads it before the call.
    """
    reads = read_paths(loss)
    later = [
        index
        for index in range(found[-1] + 1, end)
        if block[index] not in skip
        and any(touches(c, r) for c in changed_paths(facts, block[index]) for r in reads)
    ]
    return [*found, *later]


def given_anew(statement: ast.stmt) -> set[str]:
    """The names that an assignment gives another value, whatever they stood for before."""
    if isinstance(statement, ast.Assign) and all(map(_is_plain_target, statement.targets)):
        return bound_names(statement)
    return set()


def stops_gradients(facts: Facts, statement: ast.stmt) -> bool:
    """``with torch.no_grad():``."""
    return isinstance(statement, ast.With) and any(
        facts.symbols.get(node) in NO_GRAD
        for item in statement.items
        for node in ast.walk(item.context_expr)
    )


def changed_paths(facts: Facts, statement: ast.stmt, back: Collection[ast.Call] = ()) -> set[str]:
    """What a statement assigns to, or hands to something that may change it.

    ``back`` are calls that give the networks back as they were.
    """
    found = stored_paths(statement)
    for node in own_nodes(statement):
        if not isinstance(node, ast.Call):
            continue
        alone = isinstance(statement, ast.Expr) and statement.value is node
        function = node.func
        if isinstance(function, ast.Attribute):
            receiver = path_of(function.value)
            if facts.is_library(function) or isinstance(function.value, ast.Constant):
                continue
            attribute = path_of(function) in facts.attributes or facts.runs(function)
            attribute = attribute or (receiver == "self" and node in back)
            if receiver is not None and not attribute and not _keeps(facts, function.attr, alone):
                found.add(receiver)
            if facts.is_tensor_method(function.attr) or function.attr in KEEP_ARGUMENTS:
                continue
        elif isinstance(function, ast.Name) and function.id in PURE | GATHERS:
            continue
        if facts.runs(function):
            continue
        if not alone and COMPUTES.search(name_of(function)):
            continue
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            path = path_of(argument)
            if path is not None and not (node in back and _stays(facts, argument, path)):
                found.add(path)
    return found


def _stays(facts: Facts, argument: ast.expr, path: str) -> bool:
    """Whether it is a network, or what nothing can change."""
    kind = argument_kind(facts.site.bindings.values.get(argument, UNKNOWN))
    return path in facts.networks or kind in IMMUTABLE


def _keeps(facts: Facts, method: str, alone: bool) -> bool:
    return method in HARMLESS or (not alone and facts.is_tensor_method(method))


def without_data(
    facts: Facts, block: Sequence[ast.stmt], chosen: Sequence[int], data: set[str]
) -> Sequence[int]:
    """``chosen`` without the statements at its front that only prepare data, or an average of weights."""
    known = set(data)
    chosen = _behind_averages(facts, block, chosen)
    for position, index in enumerate(chosen[:-1]):
        statement = block[index]
        bound = bound_names(statement)
        prepares = _prepares(facts, statement, known) or _draws(facts, statement, known)
        prepares = prepares or fills_a_list(facts, statement, known, is_data)
        rest = [block[later] for later in chosen[position + 1 :]]
        deleted = _deleted(block[index + 1 : chosen[-1] + 1])
        if not prepares or bound & (_computed(facts, rest, known | bound) | deleted):
            return chosen[position:]
        known |= bound
    return chosen[-1:]


def _behind_averages(
    facts: Facts, block: Sequence[ast.stmt], chosen: Sequence[int]
) -> Sequence[int]:
    """``chosen`` from behind an average of weights, where nothing before that has a gradient."""
    trained = facts.networks | facts.parameters
    for position, index in enumerate(chosen[:-1]):
        if _updates_average(facts, block[index]):
            return _behind_averages(facts, block, chosen[position + 1 :])
        is_plain = isinstance(block[index], ast.Assign)
        is_plain &= all(_is_of_torch(facts, call) for call in find(block[index], ast.Call))
        if not is_plain or any(touches(p, t) for p in read_paths(block[index]) for t in trained):
            break
    return chosen


def _is_of_torch(facts: Facts, call: ast.Call) -> bool:
    """``X[i].to(device)``, ``torch.flip(x, [0])``: no function of the file's is run."""
    function = call.func
    return isinstance(function, ast.Attribute) and (
        facts.is_library(function) or facts.is_tensor_method(function.attr)
    )


def _updates_average(facts: Facts, statement: ast.stmt) -> bool:
    """``update(net, ema, 0.99)`` of a function that goes through weights and runs no network: it keeps
    nothing that has a gradient."""
    match statement:
        case ast.Expr(ast.Call(ast.Name(called), given, keywords)):
            given = [*given, *(keyword.value for keyword in keywords)]
            functions = facts.functions.get(called, [])
            of_networks = [_is_network(facts, one) for one in given]
            plain = all(
                one or isinstance(node, ast.Constant)
                for one, node in zip(of_networks, given, strict=True)
            )
            is_average = sum(of_networks) > 1 and plain and len(functions) == 1
            return is_average and _goes_through_weights(facts, functions[0])
    return False


def _is_network(facts: Facts, node: ast.expr) -> bool:
    return path_of(node) in facts.networks or is_layer(
        facts.site.bindings.values.get(node, UNKNOWN)
    )


def _goes_through_weights(facts: Facts, function: ast.FunctionDef) -> bool:
    """Whether a function changes what a state dict holds, or weights without gradients, and does
    nothing else with its arguments."""
    taken = {one.arg for one in find(function.args, ast.arg)}
    around = parents(function)
    for name in find(function, ast.Name):
        if name.id in taken and path_of(name) and isinstance(around.get(name), ast.Call):
            return False  # it is run, or goes on to another function
    stores = [target for one in find(function, ast.Assign) for target in one.targets]
    stores += [one.target for one in find(function, ast.AugAssign)]
    if any(isinstance(one, ast.Attribute) and one.attr != "data" for one in stores):
        return False
    read = {one.attr for one in find(function, ast.Attribute)}
    cut = function.name in facts.stopping or function.name in facts.ungraded
    return "state_dict" in read or (cut and "parameters" in read)


def _deleted(statements: Sequence[ast.stmt]) -> set[str]:
    """The names of ``del x``, which only the function that binds them may delete."""
    return {
        target.id
        for statement in statements
        if isinstance(statement, ast.Delete)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def _computed(facts: Facts, statements: Sequence[ast.stmt], data: set[str]) -> set[str]:
    """The names that ``statements`` bind by more than preparing ``data``; those of lists, too, that
    they add to and bind anew: ``losses.append(loss)``, ``losses = torch.stack(losses)``."""
    known, found = set(data), set[str]()
    again = {name for statement in statements for name in bound_names(statement)}
    for statement in statements:
        found |= again & {
            path_of(node.func.value) or ""
            for node in ast.walk(statement)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if node.func.attr in ("append", "extend", "insert")
        }
        if _prepares(facts, statement, known):
            known |= bound_names(statement)
        else:
            found |= bound_names(statement)
    return found


def _prepares(facts: Facts, statement: ast.stmt, data: set[str]) -> bool:
    """``x, y = x.to(device), y.to(device)``, ``mask[0, 3:] = False``: nothing here carries a gradient."""
    if not isinstance(statement, ast.Assign):
        return False
    if not all(
        _is_plain_target(target) or _is_part_of(target, data) for target in statement.targets
    ):
        return False
    return is_data(facts, statement.value, data)


def _is_part_of(target: ast.expr, data: set[str]) -> bool:
    """``mask[0, 3:]`` of a tensor of data."""
    return isinstance(target, ast.Subscript) and getattr(target.value, "id", "") in data


def _draws(facts: Facts, statement: ast.stmt, data: set[str]) -> bool:
    """``batch = memory.sample(32)``: a call of what is called after data, with settings at most;
    ``x, y = next(train_iter)``."""
    if not isinstance(statement, ast.Assign):
        return False
    call = statement.value.value if isinstance(statement.value, ast.Subscript) else statement.value
    if not isinstance(call, ast.Call):
        return False
    if (iterated := _iterated(call)) is not None:
        touched = any(touches(iterated, network) for network in facts.networks)
        return not touched and all(map(_is_plain_target, statement.targets))
    path = path_of(call.func)
    if path is None or DRAWN.search(path) is None or COMPUTES.search(path) is not None:
        return False
    if any(touches(path, network) for network in facts.networks):
        return False
    targets = all(_is_plain_target(target) for target in statement.targets)
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return targets and all(is_data(facts, a, data) or _is_setting(a) for a in given)


def _iterated(call: ast.Call) -> str | None:
    """``train_iter`` of ``next(train_iter)`` and ``next(iter(train_iter))``, which is called after data."""
    match call:
        case ast.Call(ast.Name("next"), [ast.Call(ast.Name("iter"), [given], [])], []):
            path = path_of(given)
        case ast.Call(ast.Name("next"), [given], []):
            path = path_of(given)
        case _:
            return None
    return None if path is None or ITERATED.search(path) is None else path


def _is_setting(node: ast.expr) -> bool:
    """``batch_size``, ``self.config.batch_size``, ``args.device``, ``PAD``."""
    path = path_of(node) or ""
    return SETTING.search(path) is not None or path.isupper()


def _is_plain_target(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple | ast.List):
        return all(_is_plain_target(item) for item in target.elts)
    return isinstance(target, ast.Name)


def _is_array(facts: Facts, node: ast.expr) -> bool:
    """``rng.randn(8, 3).astype(np.float32)``: NumPy's, and nothing that a tensor was turned into."""
    if facts.site.bindings.values.get(node) is not NUMPY:
        return False
    inner = [n for n in ast.walk(node) if isinstance(n, ast.expr)]
    runs = any(isinstance(n, ast.Call) and facts.runs(n.func) for n in inner)
    turned = any(isinstance(n, ast.Attribute) and n.attr in LEAVES for n in inner)
    return not (runs or turned)


def is_data(facts: Facts, node: ast.expr, data: set[str]) -> bool:
    """Whether an expression is surely made of data and carries no gradient."""
    if not isinstance(node, ast.Name) and _is_array(facts, node):
        return True
    match node:
        case ast.Name():
            return node.id in data
        case ast.Constant():
            return True
        case ast.Tuple() | ast.List():
            return all(is_data(facts, item, data) for item in node.elts)
        case ast.Dict():
            return all(is_data(facts, item, data) for item in node.values)
        case ast.BinOp():
            return is_data(facts, node.left, data) and is_data(facts, node.right, data)
        case ast.Compare():
            return all(is_data(facts, item, data) for item in (node.left, *node.comparators))
        case ast.UnaryOp():
            return is_data(facts, node.operand, data)
        case ast.Subscript() | ast.Starred():
            return is_data(facts, node.value, data)
        case ast.Attribute():
            is_field = any(node.attr in fields for fields in _namedtuples(facts).values())
            return (is_field or node.attr in ("data", "shape")) and is_data(facts, node.value, data)
        case ast.ListComp(elt, [ast.comprehension(target, items)]):
            inside = data | bound_names(target)
            return is_data(facts, items, data) and is_data(facts, elt, inside)
        case ast.DictComp(_, value, [ast.comprehension(target, items)]):
            inside = data | bound_names(target)
            return is_data(facts, items, data) and is_data(facts, value, inside)
        case ast.Call(ast.Attribute(ast.Name(name), method), given, []) if method in OF_DICTS:
            return name in data and all(isinstance(one, ast.Constant) for one in given)
        case ast.Call(func=ast.Attribute() as function):
            if _makes(facts, node):
                return not any(k.arg == "requires_grad" for k in node.keywords)
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            if facts.symbols.get(function) in ENCODES:
                return all(is_data(facts, one, data) for one in given)
            if not is_data(facts, function.value, data):
                return False
            known = all(is_data(facts, one, data) or _is_setting(one) for one in given)
            keeps = facts.is_tensor_method(function.attr) or facts.is_inplace_method(function.attr)
            return function.attr in MOVES or (known and keeps)
        case ast.Call(ast.Name(name) as function, given, []):
            arranges = name in ARRANGES or name in _namedtuples(facts)
            arranges = arranges or facts.symbols.get(function) in ENCODES
            made = arranges and all(is_data(facts, one, data) for one in given)
            return made or _makes(facts, node)
        case ast.Call(func=ast.Name()):
            return _makes(facts, node)
    return False


def _makes(facts: Facts, call: ast.Call) -> bool:
    """``torch.zeros(3)``, ``torch.FloatTensor(3)``, and a call of a name that stands for it."""
    symbol = facts.symbols.get(call.func) or facts.site.symbol_of(call)
    return symbol in MAKERS or symbol.removeprefix("torch.") in {"Tensor", *TENSOR_TYPES}


def _namedtuples(facts: Facts) -> dict[str, frozenset[str]]:
    """The namedtuples that the file makes, each with its fields."""
    tree = facts.site.document.tree
    return kept(tree, _made_namedtuples) if tree is not None else {}


def _made_namedtuples(tree: ast.Module) -> dict[str, frozenset[str]]:
    return {
        node.targets[0].id: frozenset(re.findall(r"\w+", ast.unparse(node.value.args[1])))
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and name_of(node.value.func) == "namedtuple"
        and len(node.value.args) == 2
    }


def data_names(loops: Sequence[ast.AST]) -> set[str]:
    """Targets of loops over data; what a loop over parameters or layers gives is none."""
    found: set[str] = set()
    for loop in loops:
        if isinstance(loop, ast.For | ast.AsyncFor):
            words = {n.attr for n in ast.walk(loop.iter) if isinstance(n, ast.Attribute)}
            if not words & {"parameters", "named_parameters", "modules", "children", "layers"}:
                found |= bound_names(loop.target)
    return found


def blocking(statements: Sequence[ast.stmt]) -> Iterator[tuple[ast.AST, str]]:
    """What cannot move into a function of its own: each node and its keyword.

    ``del`` can, of names that are surely bound there.
    """
    bound: set[str] = set()
    for statement in statements:
        if isinstance(statement, ast.Assign):
            bound |= bound_names(statement)
        targets = statement.targets if isinstance(statement, ast.Delete) else []
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        if not targets or len(names) < len(targets) or not names <= bound:
            yield from _blocking(statement, in_loop=False)


def _blocking(node: ast.AST, in_loop: bool) -> Iterator[tuple[ast.AST, str]]:
    match node:
        case ast.Return():
            yield node, "return"
        case ast.Break() | ast.Continue() if not in_loop:
            yield node, type(node).__name__.lower()
        case ast.Yield() | ast.YieldFrom():
            yield node, "yield"
        case ast.Await() | ast.AsyncFor() | ast.AsyncWith():
            yield node, "await"
        case ast.Global() | ast.Nonlocal():
            yield node, type(node).__name__.lower()
        case ast.Delete():
            yield node, "del"
        case ast.Call(func=ast.Name(id="super" | "locals" | "exec" | "eval" | "vars" as name)):
            yield node, f"{name}()"
        case ast.Import() | ast.ImportFrom():
            yield node, "import"
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        return
    inner = in_loop or isinstance(node, ast.For | ast.While | ast.AsyncFor)
    for child in ast.iter_child_nodes(node):
        yield from _blocking(child, inner)
