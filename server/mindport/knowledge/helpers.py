"""Helpers: short functions and classes of our own that a fix puts into the user's file.

``knowledge/helpers/NAME.py`` holds imports and one definition called NAME; an equivalent calls it
``helper.NAME``. ``knowledge/README.md`` tells how one is written.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from mindport.document import Document
from mindport.knowledge.templates import API_ROOTS, HELPER, ApiName
from mindport.nodes import root_of_chain

LIBRARIES = API_ROOTS - {HELPER}
BUILTIN = "builtins"
INSTEAD = ("ms_", "mindspore_", "_")
"""What goes before a helper's name in a file that has another use for the name."""
Definition = ast.FunctionDef | ast.ClassDef


class HelperError(Exception):
    """A helper is not written as ``knowledge/README.md`` says; ``line`` is where."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Helper:
    """One helper.

    Attributes:
        pieces: the text of its definition; APIs, builtins and its own name by their full names.
        signature: how it is called, as the index has those of MindSpore's APIs.
        bound: names that it binds inside.
    """

    name: str
    docstring: str
    pieces: tuple[str | ApiName, ...]
    signature: str
    bound: frozenset[str]

    @property
    def is_class(self) -> bool:
        first = self.pieces[0]
        return isinstance(first, str) and first.startswith("class ")

    @property
    def apis(self) -> frozenset[str]:
        """The library names that it uses."""
        names = (piece.name for piece in self.pieces if isinstance(piece, ApiName))
        return frozenset(name for name in names if name.partition(".")[0] in LIBRARIES)

    @property
    def needs(self) -> frozenset[str]:
        """The other helpers that it uses."""
        names = (piece.name for piece in self.pieces if isinstance(piece, ApiName))
        helpers = (name.partition(".") for name in names)
        return frozenset(rest for root, _, rest in helpers if root == HELPER) - {self.name}

    def names(self, attribute: str) -> bool:
        """Whether it speaks of an attribute of its own: ``self.NAME``."""
        text = "".join(piece for piece in self.pieces if isinstance(piece, str))
        return re.search(rf"\bself\.{attribute}\b", text) is not None

    @property
    def canonical(self) -> str:
        """What it says whatever its own name, its imports and its layout are."""
        return _canonical(self.pieces, self.name)


@cache
def parse(name: str, text: str) -> Helper:
    """The helper ``name`` from the text of its file.

    Raises:
        HelperError: it is not written as ``knowledge/README.md`` says.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise HelperError(error.lineno or 1, f"does not parse: {error.msg}. Mend it.") from None
    if not text.isascii():
        raise HelperError(1, "use ASCII only: it goes into files of any encoding.")
    node = _definition(name, tree)
    imports = imports_of(tree)
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            _check_import(statement)
    docstring = ast.get_docstring(node)
    if not docstring:
        raise HelperError(node.lineno, "needs a docstring: shapes, and what it equals in torch.")
    bound = frozenset(_bound(node))
    used = set()
    formatted = _in_f_strings(node)
    document = Document(f"{name}.py", text)
    for inner in _outer_names(document, node):
        root = inner.id
        if inner in formatted:
            message = f"{root} stands in an f-string; give its value a name before."
            raise HelperError(inner.lineno, message)
        if root in imports:
            used.add(root)
        elif root != name and not hasattr(builtins, root):
            raise HelperError(inner.lineno, f"{root} is not defined; import it in this file.")
        if root in bound:
            raise HelperError(inner.lineno, f"{root} is also bound inside; rename that.")
    if unused := sorted(imports.keys() - used):
        raise HelperError(1, f"imports {', '.join(unused)}, which it does not use.")
    pieces = tuple(_pieces(document, node, imports))
    return Helper(name, docstring, pieces, signature_of(node), bound)


def with_needed(names: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """The helpers ``names`` and all that they use, each behind those that it uses."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        if name in texts and name not in found:
            for needed in sorted(parse(name, texts[name]).needs):
                add(needed)
            found[name] = None

    for name in sorted(names):
        add(name)
    return list(found)


def canonical(document: Document, node: Definition, imports: Mapping[str, str]) -> str:
    """A definition of a document as ``Helper.canonical`` gives a helper's."""
    return _canonical(_pieces(document, node, imports), node.name)


def imports_of(tree: ast.Module) -> dict[str, str]:
    """What the names mean that the top level imports: full dotted names."""
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                root = alias.name.partition(".")[0]
                found[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            for alias in statement.names:
                found[alias.asname or alias.name] = f"{statement.module}.{alias.name}"
    return found


def signature_of(node: Definition) -> str:
    """How a function, or a class by its constructor, is called: ``(input, dim=0)``."""
    if isinstance(node, ast.FunctionDef):
        return f"({_unannotated(node.args)})"
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            arguments = _unannotated(statement.args)
            return f"({arguments.partition(', ')[2]})"
    return "()"


def _unannotated(arguments: ast.arguments) -> str:
    bare = ast.parse(f"lambda {ast.unparse(_without_annotations(arguments))}: 0", mode="eval").body
    assert isinstance(bare, ast.Lambda)
    return ast.unparse(bare.args)


def _without_annotations(arguments: ast.arguments) -> ast.arguments:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    bare = {id(one): ast.arg(one.arg) for one in every}
    return ast.arguments(
        posonlyargs=[bare[id(one)] for one in arguments.posonlyargs],
        args=[bare[id(one)] for one in arguments.args],
        vararg=ast.arg(arguments.vararg.arg) if arguments.vararg else None,
        kwonlyargs=[bare[id(one)] for one in arguments.kwonlyargs],
        kw_defaults=arguments.kw_defaults,
        kwarg=ast.arg(arguments.kwarg.arg) if arguments.kwarg else None,
        defaults=arguments.defaults,
    )


def _definition(name: str, tree: ast.Module) -> Definition:
    others = [s for s in tree.body if not isinstance(s, ast.Import | ast.ImportFrom)]
    for statement in others:
        if not isinstance(statement, Definition) or statement.name != name:
            message = f"holds imports and one function or class called {name}; move this into it."
            raise HelperError(statement.lineno, message)
        if statement.decorator_list:
            raise HelperError(statement.lineno, "takes no decorator; call what it would call.")
    if len(others) != 1:
        raise HelperError(1, f"needs one function or class called {name}.")
    assert isinstance(others[0], Definition)
    return others[0]


def _check_import(statement: ast.Import | ast.ImportFrom) -> None:
    module = statement.names[0].name if isinstance(statement, ast.Import) else statement.module
    root = (module or "").partition(".")[0]
    level = 0 if isinstance(statement, ast.Import) else statement.level
    known = LIBRARIES if isinstance(statement, ast.Import) else API_ROOTS
    if level or root not in known or statement.names[0].name == "*":
        message = f"import modules of {', '.join(sorted(LIBRARIES))} only, or from helper."
        raise HelperError(statement.lineno, message)


def _bound(node: Definition) -> Iterator[str]:
    for inner in ast.walk(node):
        if inner is node:
            continue
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            yield inner.id
        elif isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, Definition):
            # A method is an attribute and hides nothing.
            if not (isinstance(node, ast.ClassDef) and inner in node.body):
                yield inner.name
        elif isinstance(inner, ast.ExceptHandler) and inner.name:
            yield inner.name


def _in_f_strings(node: Definition) -> set[ast.AST]:
    """What stands in f-strings, of which Python 3.11 does not tell the place."""
    strings = [inner for inner in ast.walk(node) if isinstance(inner, ast.JoinedStr)]
    return {inner for string in strings for inner in ast.walk(string)}


def _outer_names(document: Document, node: Definition) -> list[ast.Name]:
    """The names in a definition that mean something outside it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        top = symtable.symtable(document.source(node), "helper", "exec")
    outside = set()
    waiting = [top]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        outside |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if (table is top or symbol.is_global()) and symbol.is_referenced()
        }
    return [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in outside]


def _pieces(
    document: Document, node: Definition, imports: Mapping[str, str]
) -> Iterator[str | ApiName]:
    text, span, own = document.text, document.span(node), document.name_span(node)
    marks = [(own.start, own.end, f"{HELPER}.{node.name}")]
    outer = {id(name) for name in _outer_names(document, node)}
    waiting: list[ast.AST] = [*ast.iter_child_nodes(node)]
    while waiting:
        inner = waiting.pop()
        dotted = _dotted(inner, outer)
        if dotted is None:
            waiting += ast.iter_child_nodes(inner)
            continue
        root, _, rest = dotted.partition(".")
        if root in imports:
            full = f"{imports[root]}.{rest}" if rest else imports[root]
        else:
            full = f"{HELPER if root == node.name else BUILTIN}.{root}"
            inner = root_of_chain(inner)
        place = document.span(inner)
        marks.append((place.start, place.end, full))
    position = span.start
    for start, end, name in sorted(marks):
        yield text[position:start]
        yield ApiName(name)
        position = end
    yield text[position : span.end]


def _dotted(node: ast.AST, outer: set[int]) -> str | None:
    """``a.b.c`` where ``a`` means something outside the definition."""
    if isinstance(node, ast.Name):
        return node.id if id(node) in outer else None
    if isinstance(node, ast.Attribute):
        base = _dotted(node.value, outer)
        return None if base is None else f"{base}.{node.attr}"
    return None


def _canonical(pieces: Iterator[str | ApiName] | tuple[str | ApiName, ...], name: str) -> str:
    own = f"{HELPER}.{name}"
    parts = [
        piece if isinstance(piece, str) else "_" if piece.name == own
        else piece.name.removeprefix(f"{BUILTIN}.").removeprefix(f"{HELPER}.")
        for piece in pieces
    ]  # fmt: skip
    return ast.dump(ast.parse("".join(parts)))
