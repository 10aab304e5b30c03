"""Parameters that are taken by their place, ``list(net.parameters())[3]``, of networks with RNNs (MP220).

torch lists the weights of an RNN layer by layer and direction by direction; MindSpore 2.7.2 to 2.10.0 all
``weight_ih`` first, then all ``weight_hh``. With one layer and one direction both agree, as they do for
every other layer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Finding
from mindport.symbols.assignments import only_value
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.texts import Text

RNNS = ("LSTM", "GRU", "RNN")
LISTING = frozenset({"filter", "list", "tuple"})
ASKED = frozenset({"parameters", "named_parameters"})
SETTINGS = {"num_layers": 1, "bidirectional": False}
DEEPEST = 4
# Places that are the same for every order: the first weight, and the layer behind the RNN.
ENDS = frozenset({None, 0, -1, -2})
MESSAGE = Text(
    "torch lists the weights of an RNN layer by layer; MindSpore lists weight_ih of all layers and "
    "directions, then weight_hh, then the biases: another parameter stands at this place. Take it by its "
    "name.",
    "torch 按层列出 RNN 的参数；MindSpore 先列出所有层和方向的 weight_ih，再列 weight_hh 与偏置：此位置上是另一个参数。"
    "请按名称选取。",
)


def placed_parameter_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place but the ends."""
    tree = site.document.tree
    if tree is None or "arameters(" not in site.document.text:
        return
    for node in find(tree, ast.Subscript):
        if not isinstance(node.ctx, ast.Load) or _places(node) <= ENDS:
            continue
        network = _listed(tree, node.value)
        if network is not None and _orders_anew(site.bindings.values.get(network, UNKNOWN)):
            span = site.document.span(node)
            symbol = "torch.nn.Module.parameters"
            yield Finding("MP220", "warning", symbol, None, "likely", MESSAGE, span)


def _places(node: ast.Subscript) -> set[object]:
    bounds = [node.slice]
    if isinstance(node.slice, ast.Slice):
        bounds = [one for one in (node.slice.lower, node.slice.upper) if one is not None]
    return {_number(one) for one in bounds}


def _number(node: ast.expr) -> object:
    match node:
        case ast.Constant(value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            return -value
    return ast.unparse(node)


def _listed(tree: ast.Module, node: ast.expr) -> ast.expr | None:
    """``net`` of ``list(net.parameters())``, and of a name for it."""
    match node:
        case ast.Call(ast.Attribute(network, name), []) if name in ASKED:
            return network
        case ast.Call(ast.Name(name), [*_, given]) if name in LISTING:
            return _listed(tree, given)
        case ast.List([ast.Starred(given)]):
            return _listed(tree, given)
        case ast.ListComp(_, [ast.comprehension(_, given)]):
            return _listed(tree, given)
        case ast.Name(name):
            scope = function_around(tree, node) or tree
            value = only_value(name, scope)
            return None if value is None or isinstance(value, ast.Name) else _listed(tree, value)
    return None


def _orders_anew(network: Value, depth: int = DEEPEST) -> bool:
    """Whether it is a network that holds such an RNN, as far as its classes are seen."""
    info = network.info
    if not isinstance(info, ClassInfo) or depth == 0:
        return False
    made = find(info.node, ast.Call) if info.node is not None else ()
    if any(name_of(one.func) in RNNS and _has_several(one) for one in made):
        return True
    return any(_orders_anew(value, depth - 1) for value in info.attributes.values())


def _has_several(call: ast.Call) -> bool:
    """Whether an RNN has, or may have, several layers or directions."""
    given = {one.arg: one.value for one in call.keywords if one.arg in SETTINGS}
    if len(call.args) > 2:
        given["num_layers"] = call.args[2]
    return any(
        not isinstance(value, ast.Constant) or value.value != SETTINGS[name]
        for name, value in given.items()
        if name is not None
    )
