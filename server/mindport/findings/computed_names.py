"""What a file looks up in a torch module by a name that it computes (MP103):
``getattr(nn, f"Conv{dims}d")``, ``getattr(optim, name)``, ``getattr(torch, config.dtype)``, and
``config.make("optimizer", torch.optim)``, where that function looks it up.

In the module's place comes a namespace of the names that it may be, as far as the file tells. They are
written as torch's, for the rules of these to follow. MindSpore calls its dtypes as torch does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mindport.document import Span
from mindport.findings.looked_up import status_of
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN
from mindport.symbols.workspace import DOTTED
from mindport.texts import Text, filled

HOLE = "\0"
HOLES = (r"\d+", r"[A-Z]?[a-z]*\d*", r"\w*")
FIELD = re.compile(r"%[sd]|\{[^{}]*\}")
DTYPE = re.compile(r"dtype|torch_type", re.I)
WIDTH = 80  # of a line, with some room for the module of the namespace
LARGEST = 16  # names that people still read in one expression
# What programs give by name most often, where the file gives some of them, or none.
OFTEN = (
    ("torch.nn", "act", "ReLU LeakyReLU PReLU ELU GELU SiLU Tanh Sigmoid Identity"),
    ("torch.nn", "nonlin", "ReLU LeakyReLU PReLU ELU GELU SiLU Tanh Sigmoid Identity"),
    ("torch.optim", "", "Adam AdamW SGD RMSprop"),
)
TITLE = Text("Write the names that it may be", "写出可能的名称")
DTYPES = Text(
    "Look it up in MindSpore, which has the same names", "改为在 MindSpore 中查找，其名称相同"
)
# Modules of which programs take classes by name, and what does something else with a module.
HANDED = frozenset({"torch.nn", "torch.optim", "torch.optim.lr_scheduler"})
ASKS = frozenset(
    {"add", "append", "delattr", "dir", "getattr", "getfile", "getmembers", "getsource", "hasattr",
     "help", "id", "isinstance", "object", "patch", "print", "reload", "repr", "setattr", "str",
     "type", "vars"}
)  # fmt: skip
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
BASES = frozenset({"Module", "Optimizer", "LRScheduler", "_LRScheduler"})
MESSAGE = Text(
    "{0} is looked up in by a name that the program computes; in its place comes a namespace of {1}.",
    "此处用程序算出的名称在 {0} 中查找；改为包含 {1} 的命名空间。",
)
DTYPE_MESSAGE = Text(
    "A dtype is looked up in {0} by its name; MindSpore's have the same names.",
    "此处按名称在 {0} 中查找数据类型；MindSpore 的数据类型名称相同。",
)
NAMED_SO = Text("It is right where this is the name of a dtype.", "仅当它确为数据类型名称时正确。")
WHOLE = Text("Only these names can be meant here.", "此处只可能是这些名称。")
ONLY = Text(
    "Names other than {0} raise AttributeError here: write those that are used beside them.",
    "除 {0} 外的名称会在此处引发 AttributeError：请补上实际用到的名称。",
)


def computed_name_findings(site: Site) -> tuple[list[Finding], frozenset[ast.AST]]:
    """What is told of such lookups, and the modules in them, of which nothing else need be told.

    Nothing where the file does not tell any name that MindSpore has something for.
    """
    found: list[Finding] = []
    spoken: set[ast.AST] = set()
    asked = "getattr" in site.document.text
    for use in site.bindings.uses:
        call = _lookup(site, use) if asked else None
        told = [] if call is None else list(_told_of(site, use, call))
        if not told and _is_handed_on(site, use):
            told = list(_told_of_names(site, use, classes_named(site, use.symbol)))
        if told:
            found += told
            spoken.add(use.node)
    return found, frozenset(spoken)


def _is_handed_on(site: Site, use: Use) -> bool:
    """``config.make("optimizer", torch.optim, params)``: a module among what a function is given."""
    if use.statement is None or use.symbol not in HANDED:
        return False
    call = site.parent(use.node, use.statement)
    if isinstance(call, ast.keyword):
        call = site.parent(call, use.statement)
    if not isinstance(call, ast.Call) or call.func is use.node:
        return False
    value = site.bindings.values.get(call.func, UNKNOWN)
    return name_of(call.func) not in ASKS and value.kind not in ("torch", "foreign")


def _lookup(site: Site, use: Use) -> ast.Call | None:
    """``getattr(module, name)`` around a use of a module, where the name is not written."""
    if use.statement is None or site.api.kind(use.symbol) != "module":
        return None
    call = site.parent(use.node, use.statement)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    given = call.func.id == "getattr" and len(call.args) in (2, 3) and call.args[0] is use.node
    return call if given and not isinstance(call.args[1], ast.Constant | ast.Starred) else None


def _told_of(site: Site, use: Use, call: ast.Call) -> Iterator[Finding]:
    """The module with a namespace in its place, and a word where other names may be meant."""
    text, span = call.args[1], site.document.span(use.node)
    if use.symbol == "torch" and DTYPE.search(ast.unparse(text)):
        fix = Fix(DTYPES, "unsafe", (Edit(span, (Name("mindspore"),)),), NAMED_SO)
        yield _finding(use, filled(DTYPE_MESSAGE, use.symbol), span, fix)
        return
    patterns = list(_patterns(site, call, text))
    names, whole = _matching(site, use.symbol, patterns)
    choices = _asked(site, call, text) or ([] if patterns else _choices(site, text))
    if choices:
        names, whole = choices, True
    elif not patterns:
        names = names_given(site, use.symbol, text)
    yield from _told_of_names(site, use, names, text, whole)


def _told_of_names(
    site: Site, use: Use, names: list[str], text: ast.expr | None = None, whole: bool = False
) -> Iterator[Finding]:
    """The namespace of ``names``; where others may be meant, a word at ``text`` or the module."""
    span = site.document.span(use.node)
    written = written_names(site, use.symbol, names)
    if not written:
        return
    listed = ", ".join(written)
    members = {name: (span, f".{name}") for name in written}
    edit = Edit(span, namespace(site, span, members, span.end - span.start))
    caution = WHOLE if whole else None if text is not None else filled(ONLY, listed)
    fix = Fix(TITLE, "unsafe", (edit,), caution)
    yield _finding(use, filled(MESSAGE, use.symbol, listed), span, fix)
    if text is not None and (not whole or written != names):
        yield _finding(use, filled(ONLY, listed), site.document.span(text))


def written_names(site: Site, module: str, names: Iterable[str]) -> list[str]:
    """The names of a module that MindSpore has something for; none where they are too many to read."""
    written = [name for name in names if status_of(site, f"{module}.{name}") == "mapped"]
    return written if len(written) <= LARGEST else []


def namespace(
    site: Site, place: Span, members: Mapping[str, Sequence[Piece]], width: int
) -> tuple[Piece, ...]:
    """``SimpleNamespace(Conv1d=nn.Conv1d, ...)``, a name a line where several do not fit in one.

    ``width`` is how many characters stand before the name of each member.
    """
    document = site.document
    line = document.line_text(document.line_of(place.start))
    indent = line[: len(line) - len(line.lstrip())]
    total = sum(2 * len(name) + width + 4 for name in members)
    broken = len(members) > 1 and len(line) + total > WIDTH
    before = f"{document.newline}{indent}    " if broken else ""
    pieces: list[Piece] = [Name("types.SimpleNamespace"), "("]
    last = [*members][-1] if members else ""
    for name, value in members.items():
        comma = "," if broken else ", " if name != last else ""
        pieces += [f"{before}{name}=", *value, comma]
    return (*pieces, f"{document.newline}{indent})" if broken else ")")


def _finding(use: Use, message: Text, span: Span, fix: Fix | None = None) -> Finding:
    return Finding("MP103", "warning", use.symbol, None, use.confidence, message, span, fix)


def _patterns(site: Site, call: ast.Call, text: ast.expr) -> list[str]:
    """Texts with holes for what is filled in, of all that a name may stand for; none where some of
    these are not known."""
    values = _assigned(site, call, text.id) if isinstance(text, ast.Name) else [text]
    found = [_pattern(value) for value in values]
    return [pattern for pattern in found if pattern is not None] if None not in found else []


def _assigned(site: Site, call: ast.Call, name: str) -> list[ast.expr]:
    """What a name may stand for at a call, from the last assignment that is surely made back."""
    tree = site.document.tree
    assert tree is not None
    scope = function_around(tree, call) or tree
    above = site.parents(scope)
    around: set[ast.AST] = {scope}
    outer: ast.AST = call
    while outer is not scope:
        outer = above[outer]
        around.add(outer)
    before = [
        node
        for node in find(scope, ast.Assign)
        if node.lineno < call.lineno
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    found: list[ast.expr] = []
    for node in sorted(before, key=lambda one: one.lineno, reverse=True):
        found.append(node.value)
        if above.get(node) in around:
            return found
    return []


def _pattern(node: ast.expr) -> str | None:
    """``Conv{hole}d`` of an f-string, a format or a sum, or a plain text; None for what has no text of its own."""
    match node:
        case ast.Constant(str(value)):
            text = value
        case ast.JoinedStr():
            parts = [v.value if isinstance(v, ast.Constant) else HOLE for v in node.values]
            text = "".join(map(str, parts))
        case ast.Call(ast.Attribute(ast.Constant(str(value)), "format")):
            text = FIELD.sub(HOLE, value)
        case ast.BinOp(ast.Constant(str(value)), ast.Mod()):
            text = FIELD.sub(HOLE, value)
        case ast.BinOp(left, ast.Add(), right):
            sides = [
                side.value if isinstance(side, ast.Constant) else _pattern(side) or HOLE
                for side in (left, right)
            ]
            text = "".join(map(str, sides))
        case _:
            return None
    return text if any(part.isidentifier() for part in text.split(HOLE)) else None


def _asked(site: Site, call: ast.Call, text: ast.expr) -> list[str]:
    """The names of ``if kind in ("LSTM", "GRU"):`` around a lookup by ``kind``."""
    tree = site.document.tree
    if not isinstance(text, ast.Name | ast.Attribute) or tree is None:
        return []
    parents = site.parents(tree)
    node: ast.AST = call
    while node in parents and not isinstance(node, SCOPES):
        inner, node = node, parents[node]
        body = node.body if isinstance(node, ast.If) else [getattr(node, "body", None)]
        if isinstance(node, ast.If | ast.IfExp) and inner in body:
            names = _names_in(node.test, text)
            stored = (n for part in body if part for n in _stores(part))
            if names and not any(ast.unparse(one) == ast.unparse(text) for one in stored):
                return names
    return []


def _names_in(test: ast.expr, text: ast.expr) -> list[str]:
    """The names of which ``text`` is one where a test holds."""
    match test:
        case ast.BoolOp(ast.And(), tests):
            return next((names for one in tests if (names := _names_in(one, text))), [])
        case ast.Compare(left, [ast.In()], [ast.List(items) | ast.Tuple(items) | ast.Set(items)]):
            values = [getattr(item, "value", None) for item in items]
        case ast.Compare(left, [ast.Eq()], [ast.Constant(value)]):
            values = [value]
        case _:
            return []
    names = [one for one in values if isinstance(one, str)]
    return names if ast.dump(left) == ast.dump(text) and len(names) == len(values) else []


def _stores(part: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    for node in walk(part):
        if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node


def _choices(site: Site, text: ast.expr) -> list[str]:
    """The ``choices`` of the one argument of the command line that ``args.activation`` holds."""
    tree = site.document.tree
    if not isinstance(text, ast.Attribute) or tree is None:
        return []
    stores = (node for node in find(tree, ast.Attribute) if node.attr == text.attr)
    if any(not isinstance(node.ctx, ast.Load) for node in stores):
        return []
    found: list[list[str]] = []
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Attribute(attr="add_argument"), [*_, ast.Constant(str(flag))]):
                if flag.lstrip("-").replace("-", "_") == text.attr:
                    listed = next((k.value for k in call.keywords if k.arg == "choices"), None)
                    items = listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
                    names = [getattr(item, "value", None) for item in items]
                    found.append([name for name in names if isinstance(name, str)])
                    if len(found[-1]) != len(names):
                        return []
    return found[0] if len(found) == 1 else []


def _matching(site: Site, module: str, patterns: Iterable[str]) -> tuple[list[str], bool]:
    """The names of a module that a pattern may mean, and whether it can mean no other: numbers in its
    holes, else single words, else any."""
    members = [name for name in site.api.members(module) if not name.startswith("Lazy")]
    found: dict[str, None] = {}
    whole = True
    for pattern in patterns:
        parts = [re.escape(part) for part in pattern.split(HOLE)]
        tiers = [[n for n in members if re.fullmatch(hole.join(parts), n)] for hole in HOLES]
        chosen = next((tier for tier in tiers if tier), [])
        whole &= bool(chosen) and (chosen is tiers[0] or chosen == tiers[-1])
        found.update(dict.fromkeys(chosen))
    return list(found), whole and bool(found)


def names_given(site: Site, module: str, text: ast.expr) -> list[str]:
    """The module's names among the texts that the file gives to what ``text`` is called, and behind
    the module's name in texts and configuration files; where there are none, the classes that the
    file speaks of."""
    tree = site.document.tree
    assert tree is not None
    word = next((name_of(n) for n in walk(text) if isinstance(n, ast.Name | ast.Attribute)), "")
    members = frozenset(site.api.members(module))
    given = [name for name in _texts_for(tree, word) if name in members] if word else []
    given += [name for name in _behind_module(site, tree, module) if name in members]
    given += _configured(site, module)
    for owner, part, names in OFTEN:
        if module == owner and part in word.lower():
            return list(dict.fromkeys([*given, *names.split()]))
    return list(dict.fromkeys(given or _classes_in_texts(site, tree, module)))


def classes_named(site: Site, module: str) -> list[str]:
    """The classes of a module that texts of the file and configuration files around it name."""
    tree = site.document.tree
    assert tree is not None
    found = _classes_in_texts(site, tree, module) + _behind_module(site, tree, module)
    return list(dict.fromkeys([*found, *_configured(site, module)]))


def _classes_in_texts(site: Site, tree: ast.Module, module: str) -> list[str]:
    texts = (node.value for node in find(tree, ast.Constant) if isinstance(node.value, str))
    return [text for text in texts if _is_class(site, module, text)]


def _configured(site: Site, module: str) -> list[str]:
    """``Adam`` of ``"type": "Adam"`` in a configuration file."""
    plain = sorted(name for name in site.configured() if "." not in name)
    return [name for name in plain if _is_class(site, module, name)]


def _is_class(site: Site, module: str, name: str) -> bool:
    # Plain words, as the device of a configuration, are classes in torch alone.
    is_public = name.isidentifier() and name not in BASES and name[:1].isupper()
    return is_public and site.api.kind(f"{module}.{name}") == "class"


def _behind_module(site: Site, tree: ast.Module, module: str) -> list[str]:
    """``Upsample`` of ``nn.Upsample`` in texts of the file, and in configuration files around it."""
    texts = (node.value for node in find(tree, ast.Constant) if isinstance(node.value, str))
    dotted = {*site.configured(), *(name for text in texts for name in DOTTED.findall(text))}
    called = {module, module.rpartition(".")[2]}
    pairs = (name.rpartition(".")[::2] for name in sorted(dotted))
    classes = (name for owner, name in pairs if owner in called)
    return [name for name in classes if _is_class(site, module, name)]


def _texts_for(tree: ast.Module, word: str) -> Iterator[str]:
    """The texts that are given to, or compared with, what has the name ``word``."""
    for node in walk(tree):
        match node:
            case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments):
                listed = [*arguments.posonlyargs, *arguments.args]
                defaults = arguments.defaults
                places = zip(listed[len(listed) - len(defaults) :], defaults, strict=True)
                named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
                for argument, default in (*places, *named):
                    if argument.arg == word and default is not None:
                        yield from _texts(tree, default)
            case ast.keyword(arg=name, value=value) if name == word:
                yield from _texts(tree, value)
            case ast.Assign(targets=[target], value=value) if name_of(target) == word:
                yield from _texts(tree, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value) if name_of(target) == word:
                yield from _texts(tree, value)
            case ast.Compare(left=left, comparators=[right]) if name_of(left) == word:
                yield from _texts(tree, right)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == word:
                        yield from _texts(tree, value)
            case ast.Call(ast.Attribute(attr="add_argument"), [ast.Constant(str(flag)), *_]):
                if flag.lstrip("-").replace("-", "_") == word:
                    for keyword in node.keywords:
                        if keyword.arg in ("default", "choices"):
                            yield from _texts(tree, keyword.value)


def _texts(tree: ast.Module, node: ast.expr) -> Iterator[str]:
    """The texts that an expression holds, of a name those that it was once given."""
    if isinstance(node, ast.Name):
        values = [
            assignment.value
            for assignment in find(tree, ast.Assign)
            if any(isinstance(t, ast.Name) and t.id == node.id for t in assignment.targets)
        ]
    else:
        values = [node]
    for value in values:
        for part in walk(value):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value
