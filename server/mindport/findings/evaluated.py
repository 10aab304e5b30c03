"""Text that the program evaluates, ``eval(name)``, where torch's names may stand in it (MP103).

``eval("nn.Conv2d")`` of a configuration finds MindSpore's Conv2d once ``nn`` is MindSpore's, which pads
otherwise. In the place of torch's modules the text sees namespaces of the names that it may hold.
Text that is written where it is run, ``exec("w = torch.zeros(3)")``, is told of as long as it names torch.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.computed_names import names_given, namespace, written_names
from mindport.findings.site import Site
from mindport.nodes import calls_of, find, function_around, statement_parents
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.texts import Text, filled

CODE = "MP103"
MEMBER = re.compile(r"[A-Za-z_]\w*\.")
NAMED = re.compile(r"(?<![\w.])torch\.\w")
MODULES = ("torch", "torch.nn", "torch.nn.functional", "torch.optim")
TITLE = Text("Give it the names that it may hold", "提供其中可能出现的名称")
MESSAGE = Text(
    "A text is evaluated here that may name what is torch's: MindSpore's of the same name has other"
    " arguments and defaults. It sees {0}.",
    "此处对一段文本求值，其中可能含有 torch 的名称：MindSpore 的同名接口参数和默认值不同。求值时只能看到 {0}。",
)
ONLY = Text(
    "Other names of torch's raise AttributeError here: write those that are used beside them.",
    "torch 的其他名称会在此处引发 AttributeError：请补上实际用到的名称。",
)
UNSEEN = Text(
    "A text is evaluated here, and what comes out is called. Where it names what is torch's, MindSpore's"
    " of the same name has other arguments and defaults: look such names up in a dict of your own.",
    "此处对一段文本求值并调用其结果。若其中含有 torch 的名称，MindSpore 的同名接口参数和默认值不同：请改为在自己的字典中查找。",
)
WRITTEN = Text(
    "The text that is run here names torch, which no rewrite reads: write it as code, with setattr() or a"
    " dict where a name is computed.",
    "此处执行的文本中写有 torch，改写不会读取其内容：请改写为普通代码，名称需要计算时用 setattr() 或字典。",
)

LOOK_UP = Text("Look the name up in the module", "改为在模块中查找该名称")
MEMBER_OF = Text(
    "A text is evaluated here that names a member of a module of torch's: what MindSpore calls so has other"
    " arguments and defaults.",
    "此处对一段文本求值，其中写有 torch 模块的成员：MindSpore 的同名接口参数和默认值不同。",
)
PLAIN = Text("It is right where the text is a name alone.", "仅当该文本只是一个名称时正确。")


def evaluated_findings(site: Site) -> Iterator[Finding]:
    """What is told of ``exec`` and ``eval`` of text that names torch, and of ``eval`` in a file that
    has torch's modules under a name."""
    tree = site.document.tree
    if tree is None:
        return
    for function in ("exec", "eval"):
        for call in calls_of(tree, function) if f"{function}(" in site.document.text else ():
            if call.args and _names_torch(call.args[0]):
                span = site.document.span(call)
                yield Finding(CODE, "warning", function, None, "certain", WRITTEN, span)
    if "eval(" not in site.document.text:
        return
    modules = {
        one.bound: one.symbol
        for one in site.bindings.imports
        if one.symbol in MODULES and one.scope == "module"
    }
    for call in calls_of(tree, "eval") if modules else ():
        if (member := _member(call)) is not None and member[0] in modules:
            yield _looked_up(site, call, modules, *member)
        elif len(call.args) == 1 and not call.keywords and not _is_read_here(site, call.args[0]):
            finding = _told(site, tree, call, modules)
            if finding is not None:
                yield finding


def _names_torch(text: ast.expr) -> bool:
    """Whether a string, or what is written of one that is put together, has ``torch.name`` in it."""
    match text:
        case ast.Constant(value=str(written)):
            return NAMED.search(written) is not None
        case ast.JoinedStr(values=parts):
            return any(map(_names_torch, parts))
        case ast.BinOp(left=left, right=right):
            return _names_torch(left) or _names_torch(right)
        case ast.Call(func=ast.Attribute(value=pattern, attr="format" | "strip")):
            return _names_torch(pattern)
    return False


def _member(call: ast.Call) -> tuple[str, ast.expr, str] | None:
    """The module of ``eval("nn." + name)``, the name, and what is written behind it: nothing, or the
    brackets of a call."""
    match call:
        case ast.Call(
            args=[ast.JoinedStr([ast.Constant(str(before)), ast.FormattedValue() as hole, *rest])]
        ):
            name: ast.expr = hole.value
            after = "".join(str(getattr(one, "value", None)) for one in rest)
            if hole.conversion != -1 or hole.format_spec is not None:
                return None
        case ast.Call(args=[ast.BinOp(ast.Constant(str(before)), ast.Add(), name)]):
            after = ""
        case ast.Call(
            args=[
                ast.BinOp(
                    ast.BinOp(ast.Constant(str(before)), ast.Add(), name),
                    ast.Add(),
                    ast.Constant(str(after)),
                )
            ]
        ):
            pass
        case ast.Call(args=[ast.Call(ast.Attribute(ast.Constant(str(text)), "format"), [name])]):
            before, _, after = text.partition("{}")
        case _:
            return None
    is_member = MEMBER.fullmatch(before) and after in ("", "()") and not call.keywords
    return (before[:-1], name, after) if is_member else None


def _looked_up(
    site: Site, call: ast.Call, modules: dict[str, str], bound: str, name: ast.expr, after: str
) -> Finding:
    """``getattr(nn, name)`` says the same, for the rules of such to follow."""
    span, written = site.document.span(call), site.document.source(name)
    edit = Edit(span, (f"getattr({bound}, {written}){after}",))
    fix = Fix(LOOK_UP, "unsafe", (edit,), PLAIN, rearranges=True)
    return Finding(CODE, "warning", modules[bound], None, "certain", MEMBER_OF, span, fix)


def _is_read_here(site: Site, text: ast.expr) -> bool:
    """Whether the text, or its beginning, is written: what it names is seen not to be torch's."""
    match text:
        case ast.Constant():
            return True
        case ast.JoinedStr(values=[ast.Constant(), *_]) | ast.BinOp(left=ast.Constant()):
            return True
        case ast.Call(ast.Attribute(ast.Constant())):
            return True
    return False


def _told(site: Site, tree: ast.Module, call: ast.Call, modules: dict[str, str]) -> Finding | None:
    text, document = call.args[0], site.document
    found = {
        bound: written
        for bound, module in modules.items()
        if (written := written_names(site, module, names_given(site, module, text)))
    }
    span = document.span(call)
    if not found:
        if not _is_called(site, tree, call):
            return None
        return Finding(CODE, "info", "eval", None, "likely", UNSEEN, span)
    pieces: list[Piece] = [", dict(globals()"]
    for bound, names in found.items():
        members = {name: (Name(f"{modules[bound]}.{name}"),) for name in names}
        pieces += [f", {bound}=", *namespace(site, span, members, len(bound))]
    end = document.span(text).end
    listed = ", ".join(f"{bound}.{name}" for bound, names in found.items() for name in names)
    edit = Edit(Span(end, end), (*pieces, "), locals()"))
    fix = Fix(TITLE, "unsafe", (edit,), ONLY)
    return Finding(CODE, "warning", "eval", None, "likely", filled(MESSAGE, listed), span, fix)


def _is_called(site: Site, tree: ast.Module, call: ast.Call) -> bool:
    """``eval(name)(...)``, and ``layer = eval(name)`` with ``layer(...)`` in the same function."""
    above: ast.AST | None = call
    around = statement_parents(tree)
    while isinstance(above, ast.expr):
        outer = around.get(above)
        if isinstance(outer, ast.Call) and outer.func is above:
            return True
        above = outer
    if not isinstance(above, ast.Assign):
        return False
    names = {target.id for target in above.targets if isinstance(target, ast.Name)}
    scope = function_around(tree, call) or tree
    return any(isinstance(c.func, ast.Name) and c.func.id in names for c in find(scope, ast.Call))
