"""Functions of the file that read, or change, the gradients of the network, of its parameters or of
the optimizer that they are given, and methods that do so with a network of their object's.

    def clip(net, theta):
        params = [p for p in net.parameters() if p.requires_grad]
        norm = torch.sqrt(sum((p.grad ** 2).sum() for p in params))

Also ``fgm.attack()`` of a class of the file, where ``fgm = FGM(net)`` has given it the network.
Between backward and step they are given the gradients, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mindport.findings.training.called_hands import calls_of
from mindport.findings.training.leaves import changed_tensor
from mindport.findings.training.module_loops import layer_reads, module_header
from mindport.findings.training.names import COMPREHENSIONS, bound_names, path_of
from mindport.findings.training.objects import given_to_objects
from mindport.findings.training.parameter_loops import (
    Header,
    gradient_loads,
    gradient_stores,
    groups_header,
    grown_lists,
    headers_of,
    named_of,
    network_listed,
    networks_in,
)
from mindport.nodes import argument_of, find, function_around, kept, name_of, names_bound, walk

OF_GRADIENTS = re.compile(r"backward$|clip_grad_(?:norm|value)_?$|zero_grad$|unscale_$")


@dataclass(frozen=True, eq=False)
class Reader:
    """A function, what it calls the network whose gradients it reads, and the loops over those.

    Attributes:
        parameter: the parameter that is the network, or lists its parameters; None where that is
            one of the method's object, ``self.model``.
        changes: whether it changes the parameters, too.
        loops: each with its header and the gradients that it reads.
        calls: all calls of the function, each with the network or parameters that it is given; those
            of one function, where it is shared.
        lists: what lists the parameters, each with the call or name that it goes over.
        owner: the class that has it as a method.
        is_shared: whether other files call it, too, so that its calls are rewritten without it.
        grads: what it calls the gradients where it takes them already.
        handing: the calls of other methods of its object to which it hands the gradients, and the
            loops of those.
        places: ``params[0].grad`` that is asked for its device or dtype alone.
    """

    function: ast.FunctionDef
    network: str
    parameter: ast.arg | None
    loops: tuple[tuple[ast.AST, Header, tuple[ast.Attribute, ...]], ...]
    calls: tuple[tuple[ast.Call, ast.expr], ...]
    lists: tuple[tuple[ast.expr, ast.expr], ...] = ()
    changes: bool = False
    owner: ast.ClassDef | None = None
    is_shared: bool = False
    grads: str = ""
    handing: tuple[ast.Call, ...] = ()
    inner: tuple[tuple[ast.AST, Header, tuple[ast.Attribute, ...]], ...] = ()
    places: tuple[ast.Attribute, ...] = ()

    @property
    def arguments(self) -> list[ast.arg]:
        """What its calls give, but for the gradients."""
        every = self.function.args.args[0 if self.owner is None else 1 :]
        return [argument for argument in every if argument.arg != (self.grads or None)]

    def networks_of(self, call: ast.Call, given: ast.expr) -> frozenset[str]:
        """The network that a call gives, or those whose parameters; else that of the method's object."""
        if given is call.func:
            return frozenset({self.network})
        return lists_whole(given) or frozenset({named_of(given) or path_of(given) or ""})


def lists_whole(given: ast.expr) -> frozenset[str] | None:
    """The networks of which a call gives all parameters: ``list(a.parameters()) + list(b.parameters())``."""
    picks = isinstance(given, COMPREHENSIONS) or any(find(given, kind) for kind in COMPREHENSIONS)
    return None if picks else networks_in(given)


def readers(tree: ast.Module) -> Sequence[Reader]:
    """The functions and methods of a module all of whose calls are known."""
    return kept(tree, _readers)


def _readers(tree: ast.Module) -> list[Reader]:
    called = (_called(tree, reader) for reader in all_readers(tree).values())
    return [reader for reader in called if reader is not None]


def all_readers(tree: ast.Module) -> Mapping[tuple[str, str], Reader]:
    """The functions and methods of a module, whatever calls them, by the name of their class and
    their own."""
    return kept(tree, _all_readers)


def _all_readers(tree: ast.Module) -> dict[tuple[str, str], Reader]:
    if not any(node.attr == "grad" for node in find(tree, ast.Attribute)):
        return {}
    found = by_names(tree, _reader)
    for owner, function in functions_of(tree):
        if owner is not None and (owner.name, function.name) not in found:
            handing = _handing(function, owner, found)
            if handing is not None:
                found[owner.name, function.name] = handing
    return found


def by_names(
    tree: ast.Module, read: Callable[[ast.FunctionDef, ast.ClassDef | None], Reader | None]
) -> dict[tuple[str, str], Reader]:
    """What ``read`` makes of each function and method, by the name of its class and its own."""
    return {
        (owner.name if owner is not None else "", function.name): reader
        for owner, function in functions_of(tree)
        if (reader := read(function, owner)) is not None
    }


def _handing(
    function: ast.FunctionDef, owner: ast.ClassDef, found: Mapping[tuple[str, str], Reader]
) -> Reader | None:
    """A method that calls those of its object which read the gradients of one network of its."""
    calls = [
        (call, found[owner.name, call.func.attr])
        for call in find(function, ast.Call)
        if isinstance(call.func, ast.Attribute)
        and path_of(call.func.value) == "self"
        and (owner.name, call.func.attr) in found
    ]
    called = [reader for _, reader in calls if reader.parameter is None]
    others = (name_of(call.func) for call in find(function, ast.Call))
    if len(called) != len(calls) or len({reader.network for reader in called}) != 1:
        return None
    if function.decorator_list or any(
        OF_GRADIENTS.match(name) or name == "step" for name in others
    ):
        return None
    inner = tuple(loop for reader in called for loop in (*reader.loops, *reader.inner))
    changes = any(reader.changes for reader in called)
    handing = tuple(call for call, _ in calls)
    network = called[0].network
    return Reader(function, network, None, (), (), (), changes, owner, handing=handing, inner=inner)


def functions_of(tree: ast.Module) -> Iterator[tuple[ast.ClassDef | None, ast.FunctionDef]]:
    """The functions of a module's top level, and the methods of its classes."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner, body in ((None, tree.body), *((owner, owner.body) for owner in classes)):
        yield from ((owner, node) for node in body if isinstance(node, ast.FunctionDef))


def _reader(function: ast.FunctionDef, owner: ast.ClassDef | None) -> Reader | None:
    is_method = owner is not None
    reads = {n for n in walk(function) if isinstance(n, ast.Attribute) and n.attr == "grad"}
    if not reads or function.decorator_list or function.args.vararg or function.args.kwarg:
        return None
    if any(OF_GRADIENTS.match(name_of(call.func)) for call in find(function, ast.Call)):
        return None  # they are those that it computes itself, or what torch does with them
    arguments = function.args.args[1 if is_method else 0 :]
    names = [argument.arg for argument in arguments]
    listed, lists = _listed(function, names, is_method)
    loops = list(_loops(function, {*listed, *names}, {one for one, _ in lists}))
    known = {read for *_, some in loops for read in some}
    known |= {node for one, _ in lists for node in ast.walk(one) if node in reads}
    places = tuple(_places(function, {*listed, *names}))
    known |= {*places}
    held = {header.network for _, header, _ in loops}
    networks = {listed.get(name, name) for name in held}
    if reads != known or len(networks) != 1:
        return None
    [network] = networks
    bound = {name for s in walk(function) if isinstance(s, ast.stmt) and s is not function
             for name in bound_names(s)}  # fmt: skip
    changes = any(_changes(around, header.variable.id) for around, header, _ in loops)
    if network.startswith("self.") and is_method:
        stores = (n for n in walk(function) if isinstance(n, ast.Attribute))
        if any(path_of(n) == network and not isinstance(n.ctx, ast.Load) for n in stores):
            return None
        return Reader(
            function, network, None, tuple(loops), (), tuple(lists), changes, owner, places=places
        )
    if network.isidentifier() and network not in bound | {*names} and not is_method:
        return Reader(
            function, network, None, tuple(loops), (), tuple(lists), changes, places=places
        )
    if network not in names or (network in bound and listed.get(network) != network):
        return None
    place = names.index(network)
    if place >= len(names) - len(function.args.defaults):
        return None
    parameter = arguments[place]
    return Reader(
        function, network, parameter, tuple(loops), (), tuple(lists), changes, owner, places=places
    )


def _called(tree: ast.Module, reader: Reader) -> Reader | None:
    """The reader with all of its calls; None where one of them is not seen through."""
    name, owner = reader.function.name, reader.owner
    calls = calls_of(tree, name, is_method=owner is not None)
    if reader.parameter is None and owner is not None:
        own = tuple((call, call.func) for call in calls) or given_to_objects(
            tree, owner, name, reader.network
        )
        return replace(reader, calls=own) if own else None
    if reader.parameter is None:  # the same variable of the module, where it is called
        around = [function_around(tree, call) for call in calls]
        own_names = {name for one in around if one is not None for name in names_bound(one)}
        seen = calls and reader.network not in own_names
        return replace(reader, calls=tuple((c, c.func) for c in calls)) if seen else None
    names = [argument.arg for argument in reader.arguments]
    given = [argument_of(call, names, names.index(reader.network)) for call in calls]
    if not calls or None in given:
        return None
    pairs = tuple((call, value) for call, value in zip(calls, given, strict=True) if value)
    return replace(reader, calls=pairs)


def _places(function: ast.FunctionDef, listed: Collection[str]) -> Iterator[ast.Attribute]:
    """``params[0].grad`` of ``params[0].grad.device``."""
    for node in find(function, ast.Attribute):
        match node:
            case ast.Attribute(
                ast.Attribute(ast.Subscript(ast.Name(name)), attr="grad") as read, attr=asked
            ) if name in listed and asked in ("device", "dtype"):
                yield read


def _listed(
    function: ast.FunctionDef, names: Collection[str], is_method: bool
) -> tuple[dict[str, str], list[tuple[ast.expr, ast.expr]]]:
    """The names that stand for the parameters of a network, ``params = list(net.parameters())``, and
    those lists but the ones that MindSpore's would be no other than."""
    found: dict[str, set[str]] = {}
    lists: list[tuple[ast.expr, ast.expr]] = []
    for statement in find(function, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                network, over = network_listed(statement.value, names)
                found.setdefault(target.id, set()).add(network or "")
                if over is not None:
                    lists.append((statement.value, over))
    grown = set(grown_lists(function))
    listed = {
        name: next(iter(networks))
        for name, networks in found.items()
        if name not in grown
        and len(networks) == 1
        and all(_is_held(one, names, is_method) for one in networks)
    }
    return listed, lists


def _is_held(network: str, names: Collection[str], is_method: bool) -> bool:
    return network in names or (is_method and network.startswith("self."))


def _loops(
    function: ast.FunctionDef, listed: Collection[str], lists: Collection[ast.AST]
) -> Iterator[tuple[ast.AST, Header, tuple[ast.Attribute, ...]]]:
    for node in walk(function):
        groups = groups_header(node) if isinstance(node, ast.For) else None
        if groups is not None:
            reads = _reads(groups[0], groups[1].variable.id)
            if reads:
                yield node, groups[1], reads
            continue
        if isinstance(node, ast.For) and not node.orelse:
            target, iterated = node.target, node.iter
        elif node in lists:
            continue
        elif isinstance(node, COMPREHENSIONS) and len(node.generators) == 1:
            target, iterated = node.generators[0].target, node.generators[0].iter
        else:
            continue
        layers = module_header(target, iterated)
        if layers is not None and (reads := layer_reads(node, layers.variable.id)):
            yield node, layers, reads
        for header in headers_of(target, iterated, listed):
            reads = _reads(node, header.variable.id)
            if reads and not header.is_list:
                yield node, header, reads


def _reads(loop: ast.AST, name: str) -> tuple[ast.Attribute, ...]:
    """The gradients that a loop reads or sets."""
    stored = tuple(target for target, _ in gradient_stores(loop, f"{name}.grad"))
    return gradient_loads(loop, name) + stored


def _changes(loop: ast.AST, name: str) -> bool:
    changed = (changed_tensor(node) or "" for node in ast.walk(loop))
    return any(
        path == name or (path.startswith(f"{name}.") and not path.endswith(".grad"))
        for path in changed
    )
