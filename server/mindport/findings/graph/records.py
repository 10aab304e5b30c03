"""Records that compiled code makes (MP411): tuples in the place of named tuples, dicts in that of
dataclasses.

Python makes such an object beside the graph, which loses the gradients of what it holds. A tuple and a
dict are part of the graph. All that makes the record or reads a field of it is changed in one go, so
the file is left alone where something else may look at it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.site import Site
from mindport.nodes import (
    attribute_of_self,
    find,
    function_around,
    imported_names,
    name_of,
    targets,
    walk,
)
from mindport.report import Edit, Fix, Piece
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

TITLE = Text("Make a {0} of it", "改为 {0}")
CAUTION = Text(
    "It is a {0} then, also for what looks at it by other means than its fields in this file.",
    "此后它是 {0}，本文件中不经字段名访问它的代码也会受影响。",
)
MAKERS = ("collections.namedtuple", "typing.NamedTuple")
# What asks a record for more than its fields.
ASKS = frozenset({"_asdict", "_replace", "_fields", "_make", "asdict", "astuple", "replace",
                  "fields", "vars", "getattr", "setattr", "hasattr", "__dict__"})  # fmt: skip
# What tensors and layers have, too.
SHARED = frozenset({"T", "data", "grad", "shape", "dtype", "device", "weight", "bias", "values", "indices",
                    "training", "real", "imag", "size", "mean", "std", "var", "min", "max", "sum",
                    "keys", "items"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """A class of the file that holds named values and does nothing else."""

    name: str
    definition: ast.stmt
    fields: Mapping[str, ast.expr | None]
    """In their order, with the constant that each has where it is left out."""
    is_tuple: bool


def record_fix(site: Site, code: Compiled, call: ast.Call) -> Fix | None:
    """The fix of all that makes and reads the record which ``call`` makes; None in doubt."""
    tree = site.document.tree
    if tree is None or not isinstance(call.func, ast.Name):
        return None
    record = _record(tree, code, call.func.id)
    if record is None or _is_known_elsewhere(site, record):
        return None
    inside = set(walk(record.definition))
    names = [name for name in find(tree, ast.Name) if name.id == record.name and name not in inside]
    calls = {id(one.func): one for one in find(tree, ast.Call)}
    notes = _annotations(tree)
    edits: list[Edit] = []
    for name in names:
        made = calls.get(id(name))
        if made is not None:
            edit = _literal(site, record, made)
            if edit is None:
                return None
            edits.append(edit)
        elif id(name) in notes:
            edits.append(Edit(site.document.span(name), ("tuple" if record.is_tuple else "dict",)))
        elif not _describes(tree, name):
            return None
    reads = _reads(site, tree, record, inside)
    if reads is None:
        return None
    edits += [_read(site, record, one) for one in reads]
    kind = "tuple" if record.is_tuple else "dict"
    return Fix(filled(TITLE, kind), "unsafe", tuple(edits), filled(CAUTION, kind))


def _record(tree: ast.Module, code: Compiled, name: str) -> Record | None:
    found = [one for one in tree.body if _defines(one, name)]
    stores = [
        one for one in find(tree, ast.Name) if one.id == name and isinstance(one.ctx, ast.Store)
    ]
    match found:
        case [ast.Assign([ast.Name()], ast.Call() as made) as definition] if len(stores) == 1:
            fields = _named_fields(code, made)
            return None if fields is None else Record(name, definition, fields, True)
        case [ast.ClassDef() as definition] if not stores:
            return _of_class(code, definition)
    return None


def _defines(statement: ast.stmt, name: str) -> bool:
    if isinstance(statement, ast.ClassDef):
        return statement.name == name
    return isinstance(statement, ast.Assign) and any(
        getattr(target, "id", "") == name for target in statement.targets
    )


def _named_fields(code: Compiled, made: ast.Call) -> dict[str, ast.expr | None] | None:
    """Those of ``namedtuple("Out", ["a", "b"])``, ``namedtuple("Out", "a b")`` and
    ``NamedTuple("Out", [("a", Tensor)])``."""
    if code.dotted(made.func) not in MAKERS or made.keywords or len(made.args) != 2:
        return None
    match made.args[1]:
        case ast.Constant(str(text)):
            names = text.replace(",", " ").split()
        case ast.List(items) | ast.Tuple(items):
            firsts = [
                one.elts[0] if isinstance(one, ast.Tuple) and one.elts else one for one in items
            ]
            names = [str(getattr(one, "value", "")) for one in firsts]
        case _:
            return None
    return dict.fromkeys(names) if names and all(map(str.isidentifier, names)) else None


def _of_class(code: Compiled, definition: ast.ClassDef) -> Record | None:
    """A NamedTuple, or a dataclass, whose body declares fields alone."""
    bases = [code.dotted(base) for base in definition.bases]
    marks = [code.dotted(getattr(one, "func", one)) for one in definition.decorator_list]
    is_tuple = bases == ["typing.NamedTuple"] and not marks
    if not is_tuple and (bases or marks != ["dataclasses.dataclass"]):
        return None
    fields: dict[str, ast.expr | None] = {}
    for statement in definition.body:
        match statement:
            case ast.AnnAssign(ast.Name(name), value=None | ast.Constant() as default):
                fields[name] = default
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case _:
                return None
    if not fields or definition.keywords:
        return None
    return Record(definition.name, definition, fields, is_tuple)


def _is_known_elsewhere(site: Site, record: Record) -> bool:
    """Whether another file may be given the record: it takes what makes one, or a network or function
    that hands one on."""
    taken = site.taken()
    if record.name in taken:
        return True
    tree = site.document.tree
    assert tree is not None
    for statement in tree.body:
        named = getattr(statement, "name", "") in taken
        if named and any(name.id == record.name for name in find(statement, ast.Name)):
            return True
    return False


def _annotations(tree: ast.Module) -> set[int]:
    """The names that stand in annotations."""
    notes: list[ast.expr | None] = [one.annotation for one in find(tree, ast.arg)]
    notes += [one.returns for one in find(tree, ast.FunctionDef)]
    notes += [one.annotation for one in find(tree, ast.AnnAssign)]
    return {id(name) for note in notes if note is not None for name in find(note, ast.Name)}


def _describes(tree: ast.Module, name: ast.Name) -> bool:
    """``Out.__annotations__ = {..}``."""
    return any(
        isinstance(target, ast.Attribute)
        and target.value is name
        and target.attr == "__annotations__"
        for statement in tree.body
        for target in targets(statement)
    )


def _literal(site: Site, record: Record, call: ast.Call) -> Edit | None:
    """The tuple or the dict that holds what a call puts into the record."""
    if any(isinstance(one, ast.Starred) for one in call.args) or len(call.args) > len(
        record.fields
    ):
        return None
    given: dict[str, ast.expr | None] = dict(record.fields)
    given.update(zip(record.fields, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg not in record.fields:
            return None
        given[keyword.arg] = keyword.value
    pieces: list[Piece] = []
    for name, value in given.items():
        if value is None:
            return None
        pieces += [", " if pieces else "", "" if record.is_tuple else f'"{name}": ']
        pieces.append(site.document.span(value))
    ends = ("(", ",)" if len(given) == 1 else ")") if record.is_tuple else ("{", "}")
    return Edit(site.document.span(call), (ends[0], *pieces, ends[1]))


def _reads(
    site: Site, tree: ast.Module, record: Record, inside: set[ast.AST]
) -> Sequence[ast.Attribute] | None:
    """What reads a field of the record; None where something may be one, or asks for more."""
    if any(_asks(node) for node in walk(tree)):
        return None
    modules = imported_names(tree)
    doubtful = SHARED | _other_attributes(tree, record)
    given = _given_by(tree)
    methods = {call.func for call in find(tree, ast.Call)}
    found: list[ast.Attribute] = []
    for node in find(tree, ast.Attribute):
        base = node.value
        if node.attr not in record.fields or node in inside or isinstance(base, ast.Constant):
            continue
        if isinstance(base, ast.Name) and (base.id == "self" or base.id in modules):
            continue
        value = site.bindings.values.get(base, UNKNOWN)
        if value.kind == "object":
            continue  # of a class of the file
        classes = _classes_of(tree, given, base)
        if classes and record.name not in classes:
            continue
        if not isinstance(node.ctx, ast.Load):
            return None
        if classes != {record.name}:
            if node in methods or (node.attr in SHARED and is_tensor(value)):
                continue
            known = isinstance(base, ast.Name) and not classes and node.attr not in doubtful
            if not known or not _reads_fields_alone(tree, base, record):
                return None
        found.append(node)
    return found


def _given_by(tree: ast.Module) -> dict[str, set[str]]:
    """The names of what each function may give: classes that it calls, or other functions."""
    found: dict[str, set[str]] = {}
    for function in find(tree, ast.FunctionDef):
        returns = [node.value for node in find(function, ast.Return) if node.value is not None]
        named = {one.id for value in returns for one in _parts(value) if isinstance(one, ast.Name)}
        for node in find(function, ast.Assign):
            if any(getattr(target, "id", "") in named for target in node.targets):
                returns.append(node.value)
        calls = [one for value in returns for one in _parts(value) if isinstance(one, ast.Call)]
        found.setdefault(function.name, set()).update(name_of(one.func) for one in calls)
    return found


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """The values of which a conditional one is one."""
    if isinstance(value, ast.IfExp):
        yield from _parts(value.body)
        yield from _parts(value.orelse)
    else:
        yield value


def _classes_of(tree: ast.Module, given: Mapping[str, set[str]], base: ast.expr) -> set[str]:
    """The classes of the file that an expression may be made by; none where that is not seen."""
    if isinstance(base, ast.Call):
        return _made_by(tree, given, base)
    if not isinstance(base, ast.Name):
        return set()
    scope = function_around(tree, base) or tree
    own = scope.args if isinstance(scope, ast.FunctionDef) else None
    for argument in find(own, ast.arg) if own is not None else ():
        if argument.arg == base.id:
            return {argument.annotation.id} if isinstance(argument.annotation, ast.Name) else set()
    made: set[str] = set()
    for node in find(scope, ast.Assign):
        if any(getattr(target, "id", "") == base.id for target in node.targets):
            for value in _parts(node.value):
                made |= _made_by(tree, given, value) if isinstance(value, ast.Call) else {""}
    return made


def _made_by(tree: ast.Module, given: Mapping[str, set[str]], call: ast.Call) -> set[str]:
    """The classes of the file whose objects a call may give: its own name, that of a function which
    makes one, or those of what a network's forward makes."""
    classes = {one.name for one in tree.body if isinstance(one, ast.ClassDef)}
    for one in tree.body:
        made = one.value if isinstance(one, ast.Assign) else None
        if isinstance(made, ast.Call) and name_of(made.func).lower() == "namedtuple":
            classes |= {getattr(target, "id", "") for target in targets(one)}
    names: set[str] = {name_of(call.func)}
    seen: set[str] = set()
    if not names & (given.keys() | classes) and _may_be_a_network(call.func):
        names = {name for name in FORWARD_NAMES if name in given}
    while names - seen:
        name = (names - seen).pop()
        seen.add(name)
        names |= given.get(name, set())
    return names & classes - given.keys()


def _may_be_a_network(function: ast.expr) -> bool:
    """``net`` and ``self.net``, also of a list, but no method of something else."""
    while isinstance(function, ast.Subscript):
        function = function.value
    return isinstance(function, ast.Name) or attribute_of_self(function) is not None


def _asks(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in ASKS and node.attr.startswith("_")
    return isinstance(node, ast.Call) and name_of(node.func) in ASKS - {"replace"} | (
        {"replace"} if isinstance(node.func, ast.Name) else set()
    )


def _other_attributes(tree: ast.Module, record: Record) -> set[str]:
    """The names of attributes and fields of what else the file defines."""
    others = [one for one in tree.body if one is not record.definition]
    found = {
        target.attr
        for one in others
        for node in walk(one)
        for target in targets(node)
        if isinstance(target, ast.Attribute)
    }
    for cls in (one for one in others if isinstance(one, ast.ClassDef)):
        for statement in cls.body:
            found |= {getattr(target, "id", "") for target in targets(statement)}
            found.add(getattr(statement, "name", ""))
    return found


def _reads_fields_alone(tree: ast.Module, base: ast.expr, record: Record) -> bool:
    """Whether nothing but fields is read of a name in its function."""
    if not isinstance(base, ast.Name):
        return True
    scope = function_around(tree, base) or tree
    return all(
        node.attr in record.fields
        for node in find(scope, ast.Attribute)
        if isinstance(node.value, ast.Name) and node.value.id == base.id
    )


def _read(site: Site, record: Record, node: ast.Attribute) -> Edit:
    """``out[0]`` or ``out["mean"]`` for ``out.mean``."""
    whole, base = site.document.span(node), site.document.span(node.value)
    dot = site.document.text.rindex(".", base.end, whole.end)
    key = list(record.fields).index(node.attr) if record.is_tuple else f'"{node.attr}"'
    return Edit(Span(dot, whole.end), (f"[{key}]",))
