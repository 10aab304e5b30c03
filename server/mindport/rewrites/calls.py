"""Rewrites one use of a torch symbol to one equivalent."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from mindport.document import Document, Span
from mindport.knowledge import templates
from mindport.knowledge.schema import Equivalent
from mindport.knowledge.store import Store
from mindport.nodes import find, is_pure, name_of, statement_parents, walk
from mindport.report import Edit, Moved, Name, Operand, Parenthesis, Piece
from mindport.rewrites.arguments import (
    PLACEMENT,
    Given,
    Mapping,
    Refusal,
    literal_default,
    map_arguments,
    template_pieces,
)
from mindport.rewrites.by_value import ByValue, by_value, takes_the_same, with_defaults
from mindport.rewrites.computed import template_of
from mindport.rewrites.facts import ASSIGNED, UseFacts, literal_value
from mindport.rewrites.layout import Layout, arguments, as_written, layout_of
from mindport.rewrites.method_values import method_value
from mindport.rewrites.numpy_numbers import plain_numbers
from mindport.rewrites.partials import bound_arguments, partial_call
from mindport.rewrites.set_members import as_assignment
from mindport.symbols.signatures import Signature
from mindport.symbols.spreads import SpreadOut
from mindport.symbols.torch_api import load
from mindport.symbols.uses import Use
from mindport.texts import Text

ADD_MODULE = "helper.add_module"  # sets an attribute of what it is given
UNBOUND = Text("Its arguments cannot be bound.", "无法确定其参数。")
CHANGES_LAYERS = frozenset(
    {"setattr", "set_child", "delattr", "add_module", "register_module", "insert_child_to_cell"}
)
OWNERS = (
    "mindspore.Tensor.", "mindspore.nn.Cell.", "mindspore.Parameter.", "mindspore.nn.Optimizer.",
    "tensorboardX.SummaryWriter.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The edits of one use, and why the result may differ. No edits: it can stay as it is.

    ``template`` is what was computed for this call alone.
    """

    edits: tuple[Edit, ...]
    doubts: tuple[Text, ...] = ()
    template: str | None = None


def rewrite(facts: UseFacts, equivalent: Equivalent, store: Store) -> Rewrite | Refusal | ByValue:
    """The use written with ``equivalent``, numbers of NumPy's as Python's."""
    result = _rewrite(facts, equivalent, store)
    if not isinstance(result, Rewrite):
        return result
    numbers, doubts = plain_numbers(facts)
    edits = result.edits
    for number in numbers:
        inner = tuple(_inside(edit, number) for edit in edits)
        edits = inner if inner != edits else (*edits, number)
    return replace(result, edits=edits, doubts=result.doubts + doubts)


def _inside(outer: Edit, inner: Edit) -> Edit:
    """``outer`` with what ``inner`` writes for the same range; as it is for another."""
    if outer.span != inner.span:
        return outer
    same = (outer.span, Operand(outer.span))
    pieces = [inner.pieces if piece in same else (piece,) for piece in outer.pieces]
    return Edit(outer.span, tuple(one for part in pieces for one in part))


def _rewrite(facts: UseFacts, equivalent: Equivalent, store: Store) -> Rewrite | Refusal | ByValue:
    use = facts.use
    if equivalent.by is not None:
        return _computed(facts, equivalent.by)
    if equivalent.to is not None:
        lost = _lost_arguments(facts, equivalent, equivalent.to)
        if _is_bound_method(use):
            return _as_bound_method(facts, equivalent.to)
        if _is_handed_on(use) and "context" not in (equivalent.when or ""):
            return _as_lambda(facts, equivalent.to)
        return _by_template(facts, equivalent.to, lost)
    assert equivalent.api is not None
    if use.call is None:
        return _reference(facts, equivalent, store)
    if facts.binding is None:
        plain = not (facts.has_signature or equivalent.args or equivalent.set or equivalent.drop)
        if (
            plain
            or _takes_all_of_function(use, equivalent, store)
            or _as_is(use, equivalent, store)
        ):
            return Rewrite(_renamed(facts, equivalent.api))
        if takes_all(use.symbol, equivalent, store):
            return Rewrite(_renamed(facts, equivalent.api))
        if _takes_all_of_method(use, equivalent, store):
            as_it_is = Mapping(tuple(Given(one, True) for one in arguments(use.call)), (), ())
            return Rewrite(_as_function(facts, use.call, equivalent.api, as_it_is))
        return Refusal(UNBOUND)
    return _call(facts, equivalent, store, use.call)


def _computed(facts: UseFacts, by: str) -> Rewrite | Refusal:
    """The use written with the template that its literal arguments give."""
    if facts.use.call is None:
        return Refusal(_passed_on(facts.use.symbol))
    if facts.binding is None:
        return Refusal(UNBOUND)
    template = template_of(by, facts)
    if template is None or isinstance(template, Refusal):
        return template or Rewrite(())
    result = _by_template(facts, template, None)
    return replace(result, template=template) if isinstance(result, Rewrite) else result


def _by_template(facts: UseFacts, template: str, lost: Text | None) -> Rewrite | Refusal:
    use = facts.use
    names = templates.placeholders(template) - {"self"}
    if "self" in templates.placeholders(template) and facts.node("self") is None:
        return Refusal(Text("It is called on its class.", "它是通过类调用的。"))
    assignment = facts.assignment if names == {ASSIGNED} else None
    if use.call is None and names and assignment is None:
        return Refusal(_passed_on(use.symbol))
    if use.call is not None and facts.binding is None and (names or use.call.args):
        return Refusal(UNBOUND)
    node: ast.expr | ast.stmt = assignment or use.call or use.node
    node, template = one_item(facts.document, node, template)
    target, template = looped(facts.document, node, template)
    parsed = templates.parse(template)
    pieces: list[Piece] = list(template_pieces(template, facts))
    if template == "{self}" and use.own_name is not None:
        pieces = [use.own_name]
    if not parsed.atomic and not _stands_alone(facts, node, template):
        pieces = [Parenthesis("("), *pieces, Parenthesis(")")]
    elif use.call is not None:
        pieces = as_written(facts.document, use.call, as_assignment(facts, template, pieces))
    lost = lost or _evaluated_twice(facts, template)
    if lost is not None:
        return Refusal(lost)
    span = facts.document.span(node)
    if template == "True":
        rest = _before_another_condition(facts, node, span.end)
        pieces, span = ([], Span(span.start, rest)) if rest else (pieces, span)
    edit = Edit(span, tuple(pieces))
    return Rewrite(() if _says_the_same(facts, edit) else (*target, edit))


def looped(
    document: Document, node: ast.expr | ast.stmt, template: str
) -> tuple[tuple[Edit, ...], str]:
    """How the target of a loop over ``node`` is written, and what is looped over.

    ``for m in net.modules()`` becomes ``for _, m in net.cells_and_names()``. Where the loop changes
    the layers of what it goes through, or ``_`` means something, the template stays as it is.
    """
    tree = document.tree
    found = templates.looped(template)
    outer = None if tree is None or found is None else statement_parents(tree).get(node)
    if tree is None or found is None or not isinstance(outer, ast.For | ast.comprehension):
        return (), template
    is_read = any(one.id == "_" and isinstance(one.ctx, ast.Load) for one in find(tree, ast.Name))
    if outer.iter is not node or not isinstance(outer.target, ast.Name) or is_read:
        return (), template
    calls = walk(outer) if isinstance(outer, ast.For) else ()
    if any(name_of(one.func) in CHANGES_LAYERS for one in calls if isinstance(one, ast.Call)):
        return (), template
    span, (before, after, source) = document.span(outer.target), found
    return (Edit(span, (before, span, after)),), source


def one_item(
    document: Document, node: ast.expr | ast.stmt, template: str
) -> tuple[ast.expr | ast.stmt, str]:
    """``node`` and its template; where one makes a list of which one item is read, that item's.

    ``list(..)`` of a list is the list.
    """
    tree = document.tree
    outer = None if tree is None or template[0] != "[" else statement_parents(tree).get(node)
    match outer:
        case ast.Subscript(
            value, ast.Constant(int()) | ast.UnaryOp(ast.USub(), ast.Constant(int()))
        ):
            alone = templates.item(template, ast.unparse(outer.slice))
            if value is node and alone is not None:
                return outer, alone
        case ast.Call(ast.Name("list"), [value], []) if value is node:
            return outer, template
    return node, template


def _before_another_condition(facts: UseFacts, node: ast.AST, end: int) -> int:
    """Where ``b`` of ``a and b`` begins, for an ``a`` that holds always; 0 where there is none."""
    tree = facts.document.tree
    outer = None if tree is None else statement_parents(tree).get(node)
    if not (isinstance(outer, ast.BoolOp) and isinstance(outer.op, ast.And)):
        return 0
    found = re.compile(r"\s*\band\s+").match(facts.document.text, end)
    return 0 if found is None or outer.values[-1] is node else found.end()


def _is_bound_method(use: Use) -> bool:
    """Whether a method stands there without being called: ``draw = dist.sample``."""
    return use.call is None and use.receiver is not None and load().kind(use.symbol) == "method"


def _as_bound_method(facts: UseFacts, template: str) -> Rewrite | Refusal:
    """What takes the arguments of the method wherever it is called."""
    receiver = facts.use.receiver
    assert receiver is not None
    pieces = None
    if facts.use.own_name is None:
        written = facts.piece(receiver, template.startswith("{self}."))
        pieces = method_value(template, written, load().signatures(facts.use.symbol))
    if pieces is None:
        return Refusal(_passed_on(facts.use.symbol))
    return Rewrite((Edit(facts.document.span(facts.use.node), pieces),))


def _is_handed_on(use: Use) -> bool:
    """Whether a function stands there without being called: ``check = torch.cuda.is_available``."""
    if use.call is not None or use.receiver is not None or use.context != "reference":
        return False
    return load().kind(use.symbol) == "function"


def _as_lambda(facts: UseFacts, template: str) -> Rewrite | Refusal:
    """A function that gives what the template says of a call without arguments."""
    signatures = load().signatures(facts.use.symbol)
    if templates.placeholders(template) or len(signatures) != 1 or signatures[0].parameters:
        return Refusal(_passed_on(facts.use.symbol))
    node, statement = facts.use.node, facts.use.statement
    pieces: tuple[Piece, ...] = ("lambda: ", *template_pieces(template, facts))
    if not (isinstance(statement, ast.Assign) and statement.value is node):
        pieces = ("(", *pieces, ")")
    return Rewrite((Edit(facts.document.span(node), pieces),))


def _says_the_same(facts: UseFacts, edit: Edit) -> bool:
    """Whether the edit would write what stands there already."""
    if any(isinstance(piece, Name) for piece in edit.pieces):
        return False
    return written(facts.document, edit) == facts.document.text[edit.span.start : edit.span.end]


def written(document: Document, edit: Edit) -> str:
    """What an edit writes, with full names of APIs."""
    found = ""
    for piece in edit.pieces:
        if isinstance(piece, str):
            found += piece
        elif isinstance(piece, Name):
            found += piece.api
        else:
            span = piece if isinstance(piece, Span) else piece.span
            found += document.text[span.start : span.end]
    return found


def _stands_alone(facts: UseFacts, node: ast.expr | ast.stmt, template: str) -> bool:
    """Whether the template is a number of which no attribute is taken, or a whole annotation."""
    document = facts.document
    if facts.use.context == "annotation" and document.tree is not None:
        outer = statement_parents(document.tree).get(node)
        return not isinstance(outer, ast.BinOp | ast.Attribute | ast.Subscript) or (
            isinstance(outer, ast.Subscript) and outer.slice is node
        )
    return template.isdigit() and not document.text.startswith(".", document.span(node).end)


def _lost_arguments(facts: UseFacts, equivalent: Equivalent, template: str) -> Text | None:
    """An argument that the call gives and the template has no place for."""
    if facts.binding is None:
        return None
    known = templates.placeholders(template) | {"_stacklevel", *equivalent.drop}
    known |= PLACEMENT - {"generator"}
    lost = [
        name
        for name, argument in facts.binding.arguments.items()
        if literal_value(argument.node) != literal_default(facts.binding.default(name))
    ]
    for parameter in facts.binding.signature.parameters if facts.binding.varargs else ():
        items = (f"{{*{parameter.name}}}", f"{{{parameter.name}}}[")
        if parameter.kind == "varargs" and not any(text in template for text in items):
            known.discard(parameter.name)
            lost.append(parameter.name)
    for name in [*lost, *(facts.binding.extra_keywords or {})]:
        if name not in known:
            return Text(
                f"There is nothing for the argument '{name}'.", f"没有与参数 '{name}' 对应的写法。"
            )
    return None


def _evaluated_twice(facts: UseFacts, template: str) -> Text | None:
    """An argument with a call in it that stands in the template more than once; ``len(x)`` may."""
    for name in sorted(templates.placeholders(template)):
        node = facts.node(name)
        if template.count("{" + name + "}") < 2 or node is None:
            continue
        if not _is_length(node) and any(
            isinstance(inner, ast.Call | ast.Await | ast.NamedExpr) for inner in walk(node)
        ):
            text = ast.unparse(node)
            return Text(
                f"'{text}' would be evaluated twice; give it a name first.",
                f"'{text}' 会被求值两次，请先将其赋给一个变量。",
            )
    return None


def _is_length(node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Name("len"), [of], []):
            return is_pure(of)
    return False


def _reference(
    facts: UseFacts, equivalent: Equivalent, store: Store
) -> Rewrite | Refusal | ByValue:
    """A name without a call: replaced when it means the same wherever it is called."""
    use, api = facts.use, equivalent.api or ""
    edits = _renamed(facts, api)
    if use.context in ("reference", "decorator") and use.receiver is None:
        is_class = load().kind(use.symbol) == "class"
        theirs = their_signature(facts, equivalent, store)
        found = by_value(facts, equivalent, theirs, is_class)
        if found:
            return with_defaults(found, api, edits)
        call = None if is_class else partial_call(facts)
        if call is not None:
            several = store.signatures(api)
            mapping = bound_arguments(facts, equivalent, several, call)
            if load().fields(use.symbol) and theirs is not None:
                named = bound_arguments(facts, equivalent, (theirs,), call)
                if isinstance(named, Refusal) and not isinstance(mapping, Refusal):
                    return Refusal(_read_by_names(use.symbol, api))
                mapping = named
            if isinstance(mapping, Refusal):
                return mapping
            edits += _argument_edits(facts, call, mapping)
    return Rewrite(edits)


def takes_all(symbol: str, equivalent: Equivalent, store: Store) -> bool:
    """Whether a class takes whatever torch's ``symbol`` takes, with the same meaning."""
    ours, theirs = load().signatures(symbol), store.signatures(equivalent.api or "")
    if load().kind(symbol) != "class" or len(ours) != 1 or len(theirs) != 1:
        return False
    return takes_the_same(ours[0], equivalent, theirs[0])


def _takes_all_of_function(use: Use, equivalent: Equivalent, store: Store) -> bool:
    """Whether a helper takes whatever torch's function takes."""
    ours, theirs = load().signatures(use.symbol), store.signatures(equivalent.api or "")
    if use.receiver is not None or equivalent.helper is None or len(ours) != 1 or len(theirs) != 1:
        return False
    return load().kind(use.symbol) == "function" and takes_the_same(ours[0], equivalent, theirs[0])


def _as_is(use: Use, equivalent: Equivalent, store: Store) -> bool:
    """Whether MindSpore's twin takes whatever a call may give whose ``*args`` hide it.

    Without ``**options`` that is what has a place, and the keywords that are written.
    """
    call, api = use.call, equivalent.api or ""
    ours, theirs = load().signatures(use.symbol), store.signatures(api)
    if call is None or not ours or not theirs or equivalent.helper is not None:
        return False
    if (use.receiver is not None) is not _is_member(api):
        return False
    named = {keyword.arg for keyword in call.keywords}
    if None not in named:
        ours = tuple(_without_keywords(one, named) for one in ours)
    return all(any(takes_the_same(one, equivalent, other) for other in theirs) for one in ours)


def _without_keywords(signature: Signature, but: Collection[str | None]) -> Signature:
    parameters = signature.parameters
    return replace(
        signature, parameters=tuple(p for p in parameters if p.kind != "keyword" or p.name in but)
    )


def _takes_all_of_method(use: Use, equivalent: Equivalent, store: Store) -> bool:
    """Whether a helper takes the receiver and then whatever torch's method takes."""
    ours, theirs = load().signatures(use.symbol), store.signatures(equivalent.api or "")
    if use.receiver is None or equivalent.helper is None or len(ours) != 1 or len(theirs) != 1:
        return False
    rest = replace(theirs[0], parameters=theirs[0].parameters[1:])
    return takes_the_same(ours[0], equivalent, rest)


def _renamed(facts: UseFacts, api: str) -> tuple[Edit, ...]:
    """The name alone, replaced; members keep their receiver."""
    use = facts.use
    span = facts.document.span(use.node)
    if isinstance(use.node, ast.Attribute) and use.node.attr == "__init__":
        if use.receiver is not None:
            return ()
        return (Edit(facts.document.span(use.node.value), (Name(api),)),)
    if use.receiver is not None and isinstance(use.node, ast.Attribute) and _is_member(api):
        attribute = api.rpartition(".")[2]
        if attribute == use.node.attr:
            return ()
        return (Edit(Span(span.end - len(use.node.attr), span.end), (attribute,)),)
    return (Edit(span, (Name(api),)),)


def _is_member(api: str) -> bool:
    return api.startswith(OWNERS)


def _call(
    facts: UseFacts, equivalent: Equivalent, store: Store, call: ast.Call
) -> Rewrite | Refusal:
    use, api = facts.use, equivalent.api or ""
    is_constructor = getattr(use.node, "attr", "") == "__init__"
    becomes_function = use.receiver is not None and not _is_member(api) and not is_constructor
    signature = their_signature(facts, equivalent, store)
    order = arguments(facts.call or call)
    mapping = map_arguments(facts, equivalent, signature, order, 1 if becomes_function else 0)
    if isinstance(mapping, Refusal):
        return mapping
    if _is_bare_generator(call) and not mapping.changes_nothing:
        return Refusal(Text("A bare generator is its argument.", "其参数是未加括号的生成器。"))
    if becomes_function:
        edits = _as_function(facts, call, api, mapping)
    else:
        edits = _renamed(facts, api) + _argument_edits(facts, call, mapping)
    return Rewrite(edits, mapping.doubts)


def _is_bare_generator(call: ast.Call) -> bool:
    """``f(x for x in y)``: the call's parentheses are the generator's too."""
    return len(call.args) == 1 and not call.keywords and isinstance(call.args[0], ast.GeneratorExp)


def _as_function(facts: UseFacts, call: ast.Call, api: str, mapping: Mapping) -> tuple[Edit, ...]:
    """``x.method(a)`` as ``api(x, a)``."""
    assert facts.use.receiver is not None
    owner = (
        facts.owner_piece(False) if api == ADD_MODULE else facts.piece(facts.use.receiver, False)
    )
    pieces: list[Piece] = [Name(api), "(", owner]
    for given in mapping.given:
        if given.keep:
            value = given.source.value if isinstance(given.source, ast.keyword) else given.source
            pieces += [", ", *([f"{given.name}="] if given.name else [])]
            pieces += given.value or [facts.piece(value, False)]
    for name, value_pieces in mapping.added:
        pieces += [f", {name}=", *value_pieces]
    whole = as_written(facts.document, call, [*pieces, ")"])
    return (Edit(facts.document.span(call), tuple(whole)),)


def _argument_edits(facts: UseFacts, call: ast.Call, mapping: Mapping) -> tuple[Edit, ...]:
    """Small edits inside the parentheses; what is not touched keeps its layout and comments."""
    replaced = facts.spread is not None and facts.spread.replaced
    if mapping.changes_nothing and not replaced:
        return ()
    layout = layout_of(facts.document, call)
    groups = _by_source(facts, call, mapping)
    edits: list[Edit] = []
    index = 0
    while index < len(groups):
        if any(given.keep for given in groups[index]):
            edits += _kept(facts, groups[index], layout.items[index])
            index += 1
            continue
        last = index
        while last + 1 < len(groups) and not any(given.keep for given in groups[last + 1]):
            last += 1
        edits.append(Edit(layout.removal(index, last), ()))
        index = last + 1
    edits += _additions(layout, mapping, groups)
    return tuple(edits)


def _by_source(facts: UseFacts, call: ast.Call, mapping: Mapping) -> list[list[Given]]:
    """What becomes of each argument as the call writes it; a known ``**`` gives several."""
    origins = {} if facts.spread is None else facts.spread.origins
    groups: dict[ast.expr | ast.keyword, list[Given]] = {node: [] for node in arguments(call)}
    for given in mapping.given:
        source = given.source
        groups[origins.get(source, source) if isinstance(source, ast.keyword) else source] += [
            given
        ]
    return list(groups.values())


def _kept(facts: UseFacts, group: list[Given], extent: Span) -> list[Edit]:
    given = group[0]
    if facts.spread is not None and given.source in facts.spread.origins:
        return _spelled(facts, group, extent)
    edits = []
    if isinstance(given.source, ast.keyword):
        old = given.source.arg or ""
        if given.name and given.name != old:
            edits.append(Edit(Span(extent.start, extent.start + len(old)), (given.name,)))
        value_start = facts.document.span(given.source.value)
    else:
        value_start = extent
        if given.name:
            edits.append(Edit(Span(extent.start, extent.start), (f"{given.name}=",)))
    if given.value is not None:
        edits.append(Edit(value_start, given.value))
    return edits


def _spelled(facts: UseFacts, group: list[Given], extent: Span) -> list[Edit]:
    """``**options`` with its keywords written out; as it is where all of them stay the same.

    Another keyword that something else stands for is written as that.
    """
    assert facts.spread is not None
    pieces: list[Piece] = []
    for given in group:
        assert isinstance(given.source, ast.keyword)
        if given.keep:
            value = given.value or (facts.piece(given.source.value, False),)
            name = given.name or given.source.arg
            pieces += [", " if pieces else "", f"{name}=", *value]
    same = all(given.stays and is_spread(facts.spread, given.source) for given in group)
    return [] if same else [Edit(extent, tuple(pieces))]


def is_spread(spread: SpreadOut, source: ast.expr | ast.keyword) -> bool:
    """Whether an argument comes from a ``**``."""
    return isinstance(source, ast.keyword) and spread.origins[source].arg is None


def _additions(layout: Layout, mapping: Mapping, groups: list[list[Given]]) -> list[Edit]:
    if not mapping.added:
        return []
    kept = [index for index, group in enumerate(groups) if any(given.keep for given in group)]
    pieces: list[Piece] = []
    for position, (name, value) in enumerate(mapping.added):
        comma = ", " if kept or position or layout.of_object else ""
        pieces += [f"{comma}{name}=", *map(_again, value)]
    at = layout.items[kept[-1]].end if kept else layout.inside.start
    return [Edit(Span(at, at), tuple(pieces))]


def _again(piece: Piece) -> Piece:
    """A range that stays where it is, with the edits inside it, written a second time."""
    if isinstance(piece, Span):
        return Moved(piece)
    return Moved(piece.span, operand=True) if isinstance(piece, Operand) else piece


def their_signature(facts: UseFacts, equivalent: Equivalent, store: Store) -> Signature | None:
    """The overload of MindSpore's that has the names which the call needs."""
    signatures = store.signatures(equivalent.api or "")
    if len(signatures) < 2:
        return signatures[0] if signatures else None
    given = facts.binding.arguments if facts.binding else {}
    wanted = {equivalent.args.get(name, name) for name in given} - set(equivalent.drop)
    wanted |= equivalent.set.keys()

    def missing(signature: Signature) -> tuple[int, int]:
        names = {p.name for p in signature.parameters}
        required = sum(p.required and p.name not in wanted for p in signature.parameters)
        return (len(wanted - names), required)

    return min(signatures, key=missing)


def _read_by_names(symbol: str, api: str) -> Text:
    fields = ", ".join(load().fields(symbol))
    return Text(
        f"What it gives may be read by its names ({fields}), and {api} gives a plain tuple; where "
        f"nothing reads them, write lambda x: {symbol}(x, ...) in place of partial.",
        f"其结果可能按名称（{fields}）读取，而 {api} 返回普通元组；若无处按名称读取，请用 "
        f"lambda x: {symbol}(x, ...) 代替 partial。",
    )


def _passed_on(symbol: str) -> Text:
    return Text(
        f"{symbol} is passed on as a value; its arguments would have to be rewritten where it is "
        "called.",
        f"{symbol} 被当作值传递，需要在实际调用处改写参数。",
    )
