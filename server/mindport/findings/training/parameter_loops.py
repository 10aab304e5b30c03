"""Loops over the parameters of a network, and how they run over their gradients, too."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mindport.document import Document, Span
from mindport.findings.training.layout import dedented
from mindport.findings.training.names import bound_names, own_nodes, path_of
from mindport.nodes import kept
from mindport.report import Edit, Piece

Form = Literal["parameters", "named", "enumerate", "zip", "groups", "modules"]
# Calls around ``model.parameters()`` that keep all that is trained of it.
KEEP = frozenset({"fromkeys", "list", "tuple", "chain", "filter", "from_iterable"})


def gradient_loads(around: ast.AST, name: str) -> tuple[ast.Attribute, ...]:
    """Where the gradient of a loop's variable is read."""
    return tuple(
        node
        for node in ast.walk(around)
        if isinstance(node, ast.Attribute)
        and path_of(node) == f"{name}.grad"
        and isinstance(node.ctx, ast.Load)
    )


def gradient_stores(around: ast.AST, path: str) -> Iterator[tuple[ast.Attribute, ast.expr]]:
    """Where gradients are set, and to what: ``p.grad = p.grad / 2``, ``p.grad *= 0.5``."""
    for node in ast.walk(around):
        match node:
            case ast.Assign(targets=[ast.Attribute() as target], value=value):
                is_set = not isinstance(value, ast.Constant | ast.IfExp | ast.BoolOp)  # nor None
            case ast.AugAssign(target=ast.Attribute() as target, value=value):
                is_set = True
            case _:
                continue
        if is_set and path_of(target) == path:
            yield target, value


@dataclass(frozen=True, eq=False)
class Header:
    """``for target in iterated``, where ``variable`` stands for the parameters of ``network``.

    ``listed`` is the call that gives those. Or they are a list of tensors, ``[w, b]``, which is
    ``network`` then, or what a function is given by this name. Or those of an optimizer's groups,
    which is ``network`` then, and ``outer`` the loop over the groups.

    Of ``for m in network.modules()`` the variable stands for a layer, and ``m.weight`` for a parameter.
    """

    target: ast.expr
    iterated: ast.expr
    form: Form
    variable: ast.Name
    listed: ast.expr
    network: str
    outer: ast.For | None = None

    @property
    def is_list(self) -> bool:
        """Whether the tensors are written out."""
        return isinstance(self.listed, ast.List | ast.Tuple)

    @property
    def keeps_order(self) -> bool:
        """Whether it goes through the network's parameters, and not through an optimizer's."""
        return self.form in ("named", "zip", "modules")


def parameters_of(node: ast.expr) -> str | None:
    """``model`` of ``model.parameters()``, and of what a fix makes of that."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "all_parameters":
        return path_of(node.args[0]) if len(node.args) == 1 else None
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "filter":
        return parameters_of(node.args[1]) if len(node.args) == 2 else None
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    is_plain = node.func.attr in ("parameters", "trainable_params") and not node.args
    return path_of(node.func.value) if is_plain else None


def _listed_networks(node: ast.expr) -> str | None:
    """``nets`` of ``net.parameters() for net in nets``, and of ``p for net in nets for p in
    net.parameters()``."""
    match node:
        case ast.GeneratorExp(listed, [one]) | ast.ListComp(listed, [one]):
            pass
        case ast.GeneratorExp(ast.Name(kept), [one, each]) | ast.ListComp(
            ast.Name(kept), [one, each]
        ):
            if path_of(each.target) != kept or one.ifs:
                return None
            listed = each.iter
        case _:
            return None
    if isinstance(listed, ast.Dict):
        pairs = zip(listed.keys, listed.values, strict=True)
        listed = next(
            (v for k, v in pairs if isinstance(k, ast.Constant) and k.value == "params"), listed
        )
    given = listed.args[0] if isinstance(listed, ast.Call) and listed.args else listed
    network = parameters_of(listed) or parameters_of(given)
    return path_of(one.iter) if network and network == path_of(one.target) else None


def networks_in(node: ast.expr, single: frozenset[str] = frozenset()) -> frozenset[str] | None:
    """The networks whose parameters an expression lists; None where it may list others.

    ``single`` are paths of parameters, which stand for themselves.
    """
    if isinstance(node, ast.Starred):
        return networks_in(node.value, single)
    if isinstance(node, ast.Name | ast.Attribute) and (path := path_of(node)) in single:
        return frozenset({path or ""})
    plain = parameters_of(node) or _listed_networks(node)
    if plain is not None:
        return frozenset({plain})
    parts: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in KEEP:
            parts = node.args[1:] if name == "filter" else node.args
        case ast.BinOp(op=ast.Add()):
            parts = [node.left, node.right]
        case ast.List() | ast.Tuple():
            parts = node.elts
        case ast.Dict():
            parts = [
                value
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and key.value == "params"
            ]
        case ast.GeneratorExp() | ast.ListComp() if len(node.generators) == 1:
            parts = [node.generators[0].iter]
    found = [networks_in(part, single) for part in parts]
    if not found or None in found:
        return None
    return frozenset(name for names in found for name in names or ())


def named_of(node: ast.expr) -> str | None:
    """``model`` of ``model.named_parameters()``, and of what a fix makes of that."""
    match node:
        case ast.Call(ast.Attribute(value, "named_parameters" | "parameters_and_names"), [], []):
            return path_of(value)
        case ast.Call(ast.Name("named_parameters"), [value], []):
            return path_of(value)
    return None


def headers_of(
    target: ast.expr, iterated: ast.expr, given: Collection[str] = ()
) -> Iterator[Header]:
    """``for p in net.parameters()``, also with names, counted, or zipped with others.

    Of ``zip(a.parameters(), b.parameters())`` one for each network. Also ``for p in [w, b]``, and
    for p in one of the names ``given``.
    """
    network = _network(iterated, given)
    if network is not None:
        if isinstance(target, ast.Name):
            yield Header(target, iterated, "parameters", target, iterated, network)
        elif isinstance(iterated, ast.Name) and isinstance(target, ast.Tuple):
            match target.elts:
                case [ast.Name(), ast.Name() as variable]:
                    yield Header(target, iterated, "named", variable, iterated, network)
        return
    if not isinstance(iterated, ast.Call) or parameters_of(iterated) is not None:
        return
    names = target.elts if isinstance(target, ast.Tuple) else []
    match iterated.func, names:
        case ast.Attribute(value, "named_parameters"), [ast.Name(), ast.Name() as variable]:
            named = path_of(value)
            if named is not None and _is_plain(iterated):
                yield Header(target, iterated, "named", variable, iterated, named)
        case ast.Name("named_parameters"), [ast.Name(), ast.Name() as variable]:
            named = path_of(iterated.args[0]) if len(iterated.args) == 1 else None
            if named is not None and not iterated.keywords:  # what a fix makes of it
                yield Header(target, iterated, "named", variable, iterated, named)
        case ast.Name("enumerate"), [ast.Name(), ast.Name() as variable]:
            if len(iterated.args) == 1:
                item = iterated.args[0]
                yield from _listed(target, iterated, "enumerate", variable, item, given)
        case ast.Name("zip"), [*_]:
            if len(names) == len(iterated.args):
                for name, item in zip(names, iterated.args, strict=True):
                    if isinstance(name, ast.Name):
                        yield from _listed(target, iterated, "zip", name, item, given)


def lists_of(root: ast.AST) -> Mapping[str, str]:
    """The names that a function or module gives the parameters of a network, and nothing else, with
    the network: ``params = [p for p in net.parameters() if p.requires_grad]``."""
    return kept(root, _lists)


def _lists(root: ast.AST) -> dict[str, str]:
    bound = [name for node in own_nodes(root) if isinstance(node, ast.stmt) and node is not root
             for name in bound_names(node)]  # fmt: skip
    found: dict[str, str] = {}
    for statement in own_nodes(root):
        match statement:
            case ast.Assign([ast.Name(name)], value) if bound.count(name) == 1:
                network, _ = network_listed(value)
                if network is not None and not isinstance(value, ast.Attribute):
                    found[name] = network
    grown = set(grown_lists(root))
    return {name: network for name, network in found.items() if name not in grown}


def grown_lists(root: ast.AST) -> Iterator[str]:
    """The names on which something is called, ``params.extend(more)``, or of which an item is set."""
    for node in ast.walk(root):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name))):
                yield name
            case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                yield name
            case ast.AugAssign(ast.Name(name)):
                yield name


def headers_in(root: ast.AST, target: ast.expr, iterated: ast.expr) -> Iterator[Header]:
    """``headers_of`` where names may stand for the parameters of a network."""
    lists = lists_of(root)
    for header in headers_of(target, iterated, lists):
        yield replace(header, network=lists.get(header.network, header.network))


def network_listed(
    value: ast.expr, names: Collection[str] = ()
) -> tuple[str | None, ast.expr | None]:
    """The network of ``[p for p in net.parameters() if p.requires_grad]``, ``list(net.parameters())``
    and ``net.params``; and what is gone over, where not the trained ones of it are picked already.

    One of ``names`` stands for the parameters themselves.
    """
    match value:
        case ast.ListComp(
            ast.Name(kept_name), [ast.comprehension(ast.Name(name), inner, tests, 0)]
        ):
            asked = {ast.unparse(part) for test in tests for part in _parts(test)}
            picked = f"{name}.requires_grad"
            if kept_name == name and asked <= {picked, f"{name}.grad is not None"}:
                return _over(inner, names), None if asked == {picked} else inner
        case ast.Call(ast.Name("list"), [ast.Call(ast.Name("filter"), [test, inner])], []):
            has = "lambda {0}: {0}.grad is not None"
            takes = test.args.args if isinstance(test, ast.Lambda) else []
            if len(takes) == 1 and ast.unparse(test) == has.format(takes[0].arg):
                return _over(inner, names), inner
        case ast.Call(ast.Name("list"), [inner], []):
            return _over(inner, names), inner
        case ast.Attribute(ast.Name(network), "params" | "parameters"):
            return network, None
        case ast.List([ast.Name(one)]) if one in names:
            return one, None  # of a single tensor, which is not what it is given
    return None, None


def _parts(test: ast.expr) -> Sequence[ast.expr]:
    both = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
    return test.values if isinstance(test, ast.BoolOp) and both else [test]


def _over(node: ast.expr, names: Collection[str]) -> str | None:
    named = isinstance(node, ast.Name) and node.id in names
    return node.id if isinstance(node, ast.Name) and named else parameters_of(node)


def groups_of(node: ast.expr) -> str | None:
    """``optimizer`` of ``optimizer.param_groups[0]["params"]``."""
    match node:
        case ast.Subscript(
            ast.Subscript(ast.Attribute(optimizer, "param_groups"), ast.Constant(0)),
            ast.Constant("params"),
        ):
            return path_of(optimizer)
    return None


def groups_header(outer: ast.For) -> tuple[ast.For, Header] | None:
    """``for group in optimizer.param_groups: for p in group["params"]:`` with the inner loop.

    None where something else is asked of the group, or stands beside the inner loop.
    """
    match outer:
        case ast.For(
            ast.Name(group),
            ast.Attribute(optimizer, "param_groups"),
            [ast.For(ast.Name() as variable, listed, body, []) as inner],
            [],
        ):
            on = path_of(optimizer)
            asked = [n for n in ast.walk(inner) if isinstance(n, ast.Name) and n.id == group]
            if on is None or len(asked) != 1 or body[0].lineno == inner.lineno:
                return None
            if ast.unparse(listed) == f"{group}['params']":
                return inner, Header(variable, listed, "groups", variable, listed, on, outer)
    return None


def _listed(
    target: ast.expr,
    iterated: ast.Call,
    form: Form,
    variable: ast.Name,
    item: ast.expr,
    given: Collection[str],
) -> Iterator[Header]:
    network = _network(item, given)
    if network is not None:
        yield Header(target, iterated, form, variable, item, network)


def _network(node: ast.expr, given: Collection[str]) -> str | None:
    """What gives the parameters of a network, or a list of tensors, as a text."""
    if isinstance(node, ast.Call):
        return parameters_of(node) if _is_plain(node) else None
    if isinstance(node, ast.Name):
        return node.id if node.id in given else None
    if isinstance(node, ast.List | ast.Tuple) and node.elts:
        paths = [path_of(item) for item in node.elts]
        return f"[{', '.join(map(str, paths))}]" if None not in paths else None
    return None


def _is_plain(call: ast.Call) -> bool:
    is_helpers = isinstance(call.func, ast.Name) and call.func.id == "all_parameters"
    return not call.keywords and (is_helpers or not call.args)


def leaves_some_out(header: Header, around: ast.AST) -> bool:
    """Whether parameters without a gradient are met beside others: those are not among the trained.

    ``zip`` would pair the gradients with the others' partners.
    """
    return header.form == "zip" and any(
        (isinstance(node, ast.Compare) and path_of(node.left) == f"{header.variable.id}.grad")
        or (isinstance(node, ast.Attribute) and node.attr == "requires_grad")
        for node in ast.walk(around)
    )


def header_edits(
    document: Document, header: Header, weights: str, grads: Sequence[Piece], name: str
) -> Iterator[Edit]:
    """The header with ``name`` for the gradient of each parameter of ``weights``."""
    if header.form == "modules":
        return
    span = document.span
    target, listed = span(header.target), span(header.listed)
    if header.form == "parameters":
        yield Edit(target, (target, f", {name}"))
        yield Edit(listed, (f"zip({weights}, ", *grads, ")"))
    elif header.form == "enumerate":
        variable = span(header.variable)
        yield Edit(variable, ("(", variable, f", {name})"))
        yield Edit(listed, (f"zip({weights}, ", *grads, ")"))
    elif header.form == "named":
        text = document.text[target.start : target.end]
        pair = text if text.startswith("(") else f"({text})"
        yield Edit(target, (f"{pair}, {name}",))
        trained = f"({pair} for {text} in "
        condition = f" if {header.variable.id}.requires_grad)"
        # What gives them stays a text of its own, which another fix may replace.
        yield Edit(Span(listed.start, listed.start), ("zip(", trained))
        yield Edit(Span(listed.end, listed.end), (f"{condition}, ", *grads, ")"))
    elif header.outer is not None:
        (inner,) = header.outer.body
        assert isinstance(inner, ast.For)
        whole = Span(span(header.outer).start, listed.end)
        yield Edit(whole, ("for ", target, f", {name} in zip({weights}, ", *grads, ")"))
        depth = inner.col_offset - header.outer.col_offset
        yield from dedented(document, inner.body, depth)
    else:
        assert isinstance(header.target, ast.Tuple) and isinstance(header.iterated, ast.Call)
        last, end = span(header.target.elts[-1]).end, span(header.iterated.args[-1]).end
        yield Edit(Span(last, last), (f", {name}",))
        yield Edit(listed, (weights,))
        yield Edit(Span(end, end), (", ", *grads))
