"""Expression templates: ``{self}.shape[{dim}]`` with full API names and placeholders."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

# A tuple of the items of a varargs parameter: a lone ``({*size})``, not the arguments of a call.
TUPLE = re.compile(r"(?<![\w)\]}])\(\{\*(\w+)\},?\)")
# The same where lists are refused.
STRICT = re.compile(r"\btuple\(\{\*(\w+)\}\)")
FORMS: tuple[Literal["tuple"], Literal["strict"]] = ("tuple", "strict")
PLACEHOLDER = re.compile(r"\{(\*?)(\w+)(\??)\}")
OPTIONAL = re.compile(r"\b\w+\s*=\s*\{(\w+)\?\}")
GONE = "\0"
HELPER = "helper"  # helper.NAME: knowledge/helpers/NAME.py
API_ROOTS = frozenset(
    {"mindspore", "numpy", "abc", "math", "functools", "itertools", "typing", "contextlib", "copy", "urllib",
     "multiprocessing", "os", "io", "gzip", "hashlib", "pickle", "re", "tarfile", "zipfile", "collections",
     "types", "enum", "bz2", "json", "lzma", "pathlib", "shutil", "string", "sys", "xml", "csv", "PIL", "scipy",
     "soundfile", "tensorboardX",
     HELPER}
)  # fmt: skip
ATOMS = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.Tuple,
         ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr)  # fmt: skip


class TemplateError(Exception):
    """The template is not written as ``knowledge/README.md`` says."""


@dataclass(frozen=True, slots=True)
class Hole:
    """The place of an argument.

    Attributes:
        operand: it takes part in an operation there.
        form: ``items`` are written one after the other, ``tuple`` in parentheses of their own;
            ``strict``: a list that is not written out is made a tuple too.
    """

    name: str
    operand: bool
    form: Literal["value", "items", "tuple", "strict"] = "value"


@dataclass(frozen=True, slots=True)
class ApiName:
    """A full dotted name of a MindSpore or numpy API, or of a helper."""

    name: str


@dataclass(frozen=True, slots=True)
class Template:
    """A template in pieces; ``atomic`` when its result needs no parentheses anywhere."""

    pieces: tuple[str | Hole | ApiName, ...]
    atomic: bool


def placeholders(text: str) -> set[str]:
    """Names of the arguments that a template mentions."""
    return {name for _, name, _ in PLACEHOLDER.findall(text)}


def optional_names(text: str) -> set[str]:
    """Names whose keyword is left out when they are not given."""
    return {name for _, name, mark in PLACEHOLDER.findall(text) if mark}


@lru_cache(maxsize=256)
def item(text: str, index: str) -> str | None:
    """What ``[index]`` of a template is: of ``[float(lr) for lr in {self}.rates]`` ``float({self}.rates[0])``.

    None unless the template is a comprehension over all of a list.
    """
    marked = PLACEHOLDER.sub(lambda m: f"{m[1]}_hole_{m[2]}", text)
    if not marked.startswith("["):
        return None
    match ast.parse(marked, mode="eval").body:
        case ast.ListComp(element, [ast.comprehension(ast.Name(name), source, [])]):
            one = ast.parse(f"({ast.unparse(source)})[{index}]", mode="eval").body
            found = ast.unparse(_Put(name, one).visit(element))
            return re.sub(r"\b_hole_(\w+)", r"{\1}", found)
    return None


@lru_cache(maxsize=256)
def looped(text: str) -> tuple[str, str, str] | None:
    """What a loop over a template goes through: of ``[cell for _, cell in {self}.cells_and_names()]``
    what stands before and behind ``cell`` in the target, and ``{self}.cells_and_names()``.

    None unless the template is a comprehension that takes out one part of each item.
    """
    if not text.startswith("["):
        return None
    marked = PLACEHOLDER.sub(lambda m: f"{m[1]}_hole_{m[2]}", text)
    match ast.parse(marked, mode="eval").body:
        case ast.ListComp(ast.Name(part), [ast.comprehension(ast.Tuple(names), source, [])]):
            written = [ast.unparse(name) for name in names]
            place = written.index(part)
            before = "".join(f"{name}, " for name in written[:place])
            after = "".join(f", {name}" for name in written[place + 1 :])
            return before, after, re.sub(r"\b_hole_(\w+)", r"{\1}", ast.unparse(source))
    return None


class _Put(ast.NodeTransformer):
    """Puts an expression where a name stands."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == self.name else node


@lru_cache(maxsize=4096)
def parse(text: str, left_out: frozenset[str] = frozenset()) -> Template:
    """The template in pieces, without the optional keywords in ``left_out``.

    Raises:
        TemplateError: what is between the placeholders is not a Python expression.
    """

    text = _without(text, left_out)
    text = TUPLE.sub(r"_tuple_\1", STRICT.sub(r"_strict_\1", text))
    marked = PLACEHOLDER.sub(lambda m: f"{m[1]}_hole_{m[2]}", text)
    try:
        tree = ast.parse(marked, mode="eval").body
    except SyntaxError as error:
        raise TemplateError(f"template does not parse: {text} ({error.msg})") from None
    marks = sorted(_marks(tree, None), key=lambda mark: mark[0])
    pieces: list[str | Hole | ApiName] = []
    position = 0
    for start, end, piece in marks:
        before = marked[position:start]
        if isinstance(piece, Hole) and piece.form == "items":
            before = before.rstrip()[:-1]
        if before:
            pieces.append(before)
        pieces.append(piece)
        position = end
    if marked[position:]:
        pieces.append(marked[position:])
    return Template(tuple(pieces), is_atomic(tree))


def _without(text: str, left_out: frozenset[str]) -> str:
    """The template without the optional keywords in ``left_out`` and their commas."""
    text = OPTIONAL.sub(lambda match: GONE if match[1] in left_out else match[0], text)
    text = re.sub(rf",\s*{GONE}", "", text)
    return re.sub(rf"{GONE}\s*,?\s*", "", text)


def is_atomic(node: ast.expr) -> bool:
    """Whether an expression can stand before a dot or beside any operator as it is."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, int | float | complex) or isinstance(node.value, bool)
    return isinstance(node, ATOMS)


def _marks(node: ast.AST, parent: ast.AST | None) -> list[tuple[int, int, Hole | ApiName]]:
    if isinstance(node, ast.Starred) and _hole_name(node.value):
        name = node.value
        assert isinstance(name, ast.Name)
        return [(name.col_offset, _end(name), Hole(_hole_name(name), False, "items"))]
    if isinstance(node, ast.Name):
        for form in FORMS:
            if node.id.startswith(f"_{form}_"):
                operand = _is_operand(node, parent)
                hole = Hole(node.id.removeprefix(f"_{form}_"), operand, form)
                return [(node.col_offset, _end(node), hole)]
        if _hole_name(node):
            hole = Hole(_hole_name(node), _is_operand(node, parent))
            return [(node.col_offset, _end(node), hole)]
        return []
    if isinstance(node, ast.Attribute):
        dotted = _dotted(node)
        root, *rest = dotted.split(".")
        # What a helper has, helper.NAME.ATTRIBUTE, is read off the helper.
        if root in API_ROOTS and not (root == HELPER and len(rest) > 1):
            return [(node.col_offset, _end(node), ApiName(dotted))]
    found = []
    for child in ast.iter_child_nodes(node):
        found += _marks(child, node)
    return found


def _is_operand(node: ast.expr, parent: ast.AST | None) -> bool:
    if parent is None:
        return True  # it takes the place of a call, which binds tighter than what it may be
    if isinstance(parent, ast.Call):
        return node is parent.func
    if isinstance(parent, ast.Subscript):
        return node is parent.value
    return isinstance(
        parent,
        ast.Attribute | ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare | ast.IfExp | ast.Slice,
    )


def _hole_name(node: ast.expr) -> str:
    if isinstance(node, ast.Name) and node.id.startswith("_hole_"):
        return node.id.removeprefix("_hole_")
    return ""


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = _dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""


def _end(node: ast.expr) -> int:
    assert node.end_col_offset is not None
    return node.end_col_offset
