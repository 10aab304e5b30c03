"""Writes the .pyi stubs that jedi reads: one file for each module, each symbol in its own."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import shutil
from collections import defaultdict
from pathlib import Path

from stubgen.inherit import ancestors
from stubgen.model import Api, Sig, Symbol

ROOTS = ("torch", "torchvision", "torchaudio", "einops")
SHORT = ("Tensor", "Size", "dtype", "device", "layout", "memory_format", "Generator")
TYPING = (
    "Any", "Callable", "Dict", "Iterable", "Iterator", "List", "Mapping", "Sequence", "Set",
    "Tuple", "ContextManager", "IO",
)  # fmt: skip
NUMBER = "Union[int, float]"
ARITHMETIC = [
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "truediv",
    "rtruediv",
    "floordiv",
    "rfloordiv",
    "mod",
    "rmod",
    "pow",
    "rpow",
    "matmul",
    "rmatmul",
    "and",
    "rand",
    "or",
    "ror",
    "xor",
    "rxor",
    "lshift",
    "rshift",
    "iadd",
    "isub",
    "imul",
    "itruediv",
    "ifloordiv",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
]


def write(api: Api, root: Path) -> None:
    """Replaces the stubs below ``root``."""
    for name in ROOTS:
        shutil.rmtree(root / f"{name}-stubs", ignore_errors=True)
    children: dict[str, list[Symbol]] = defaultdict(list)
    for name in sorted(api.symbols):
        children[name.rpartition(".")[0]].append(api.symbols[name])
    modules = _modules(api)
    for module in sorted(modules):
        first, *rest = module.split(".")
        base = root.joinpath(f"{first}-stubs", *rest)
        package = any(other.startswith(f"{module}.") for other in modules)
        path = base / "__init__.pyi" if package else base.with_suffix(".pyi")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_Module(module, api, children, modules).text(), "utf-8")


def _modules(api: Api) -> set[str]:
    """Every public module, every private one that was looked at, and the packages above them."""
    wanted = {name for name, symbol in api.symbols.items() if symbol.kind == "module"}
    homes = {name.rpartition(".")[0] for name, s in api.symbols.items() if s.kind in TOP}
    homes |= {module for module in api.aliases if module.startswith(ROOTS)}
    wanted |= {module for module in homes if not _private(module)}
    for module in list(wanted):
        while "." in module:
            module = module.rpartition(".")[0]
            wanted.add(module)
    classes = {name for name, symbol in api.symbols.items() if symbol.kind == "class"}
    return {m for m in wanted if m and m not in classes and "<" not in m}


def _private(dotted: str) -> bool:
    return any(part.startswith("_") for part in dotted.split("."))


TOP = ("function", "constant", "dtype", "layout", "memory_format", "qscheme")


class _Module:
    """Collects the text of one stub file and the imports it turns out to need."""

    def __init__(
        self, name: str, api: Api, children: dict[str, list[Symbol]], modules: set[str]
    ) -> None:
        self.name = name
        self.api = api
        self.children = children
        self.modules = modules
        self.imports: set[str] = set()
        self.own = {s.name.rpartition(".")[2] for s in children[name]}

    def text(self) -> str:
        body: list[str] = []
        for symbol in self.children[self.name]:
            if symbol.kind != "module":
                body += self._symbol(symbol, "")
        for alias, target in sorted(self.api.aliases.get(self.name, {}).items()):
            if alias not in self.own and alias.isidentifier():
                body += self._alias(alias, target)
        lines = ["import builtins", f"from typing import {', '.join(TYPING)}, Union, overload"]
        lines += sorted(self.imports)
        if any("SelfT" in line for line in body):
            lines += ["from typing import TypeVar", 'SelfT = TypeVar("SelfT")']
        return "\n".join([*lines, *body]) + "\n"

    def _alias(self, alias: str, target: str) -> list[str]:
        owner, _, name = target.rpartition(".")
        if target in self.modules:
            return [f"import {target} as {alias}"] if owner else []
        if owner in self.modules:
            return [f"from {owner} import {name} as {alias}"]
        return []

    def _symbol(self, symbol: Symbol, indent: str) -> list[str]:
        name = symbol.name.rpartition(".")[2]
        if keyword.iskeyword(name) or not name.isidentifier():
            return []
        if symbol.kind == "class":
            return self._class(symbol, name, indent)
        if symbol.kind in ("function", "method"):
            return self._function(symbol, name, indent)
        return [f"{indent}{name}: {self._type(symbol.type)}"]

    def _class(self, symbol: Symbol, name: str, indent: str) -> list[str]:
        bases = [self._class_name(base, indent) for base in self._public_bases(symbol)]
        head = f"{indent}class {name}({', '.join(b for b in bases if b)}):"
        inner = f"{indent}    "
        body: list[str] = []
        for sig in symbol.sigs:
            body += self._definition("__init__", Sig(sig.params, "None"), inner, len(symbol.sigs))
        called = self._called(symbol)
        if called:
            body.append(f"{inner}def __call__(self, *args, **kwargs) -> {self._type(called)}: ...")
        if symbol.name == "torch.Tensor":
            body += self._arithmetic(inner)
        written = "\n".join(body)
        for child in self._members(symbol):
            if f"def {child.name.rpartition('.')[2]}(self" not in written:
                body += self._symbol(child, inner)
        fields = self.api.fields.get(symbol.name)
        if fields:
            body.append(f"{inner}def __iter__(self) -> Iterator[{self._type('Tensor')}]: ...")
            body.append(f"{inner}def __getitem__(self, index: Any) -> {self._type('Tensor')}: ...")
        return [head.replace("()", ""), *body] if body else [f"{head.replace('()', '')} ..."]

    def _public_bases(self, symbol: Symbol) -> list[str]:
        """The nearest bases with public names: jedi sees no private name of another stub."""
        found: list[str] = []
        for base in symbol.bases:
            inner = self.api.symbols.get(base)
            hidden = inner is not None and _private(base)
            found += self._public_bases(inner) if hidden and inner is not None else [base]
        return list(dict.fromkeys(found))

    def _members(self, symbol: Symbol) -> list[Symbol]:
        """Its own members, and those of the private bases that are left out."""
        found: dict[str, Symbol] = {}
        for base in reversed(symbol.bases):
            inner = self.api.symbols.get(base)
            if inner is not None and _private(base):
                found |= {s.name.rpartition(".")[2]: s for s in self._members(inner)}
        found |= {s.name.rpartition(".")[2]: s for s in self.children[symbol.name]}
        return [found[name] for name in sorted(found)]

    def _called(self, symbol: Symbol) -> str | None:
        """What an instance gives when it is called: for modules, what ``forward`` gives."""
        if symbol.name == "torch.nn.Module":
            return "Tensor"
        members = {s.name.rpartition(".")[2]: s for s in self._members(symbol)}
        forward = members.get("forward")
        if forward is None or "torch.nn.Module" not in ancestors(symbol.name, self.api):
            return None
        return (forward.sigs[0].returns if forward.sigs else None) or "Tensor"

    def _arithmetic(self, indent: str) -> list[str]:
        tensor = "Tensor"
        lines = [f"{indent}def __{n}__(self, other: Any) -> {tensor}: ..." for n in ARITHMETIC]
        lines += [
            f"{indent}def __{n}__(self) -> {tensor}: ..." for n in ("neg", "pos", "abs", "invert")
        ]
        return [
            *lines,
            f"{indent}def __getitem__(self, index: Any) -> {tensor}: ...",
            f"{indent}def __setitem__(self, index: Any, value: Any) -> None: ...",
            f"{indent}def __iter__(self) -> Iterator[{tensor}]: ...",
            f"{indent}def __len__(self) -> builtins.int: ...",
        ]

    def _function(self, symbol: Symbol, name: str, indent: str) -> list[str]:
        sigs = symbol.sigs
        if not sigs or (name.startswith("_") and not indent):
            returns = f" -> {self._type(sigs[0].returns)}" if sigs and sigs[0].returns else ""
            return [f"{indent}def {name}(*args, **kwargs){returns}: ..."]
        if len({sig.returns for sig in sigs}) == 1:
            sigs = sigs[-1:]  # what is inferred is the same for all
        lines = []
        for sig in sigs:
            lines += self._definition(name, sig, indent, len(sigs), symbol.decorator)
        return lines

    def _definition(
        self, name: str, sig: Sig, indent: str, count: int, decorator: str = ""
    ) -> list[str]:
        method = bool(indent)
        lines = [f"{indent}@overload"] if count > 1 else []
        if decorator in ("classmethod", "staticmethod"):
            lines.append(f"{indent}@{decorator}")
        first = ""
        if method and decorator != "staticmethod":
            first = "cls" if decorator == "classmethod" else "self"
        returned = self._type(sig.returns) if sig.returns else ""
        if first == "self" and sig.returns == "torch.nn.Module":
            first, returned = "self: SelfT", "SelfT"  # ``to`` and the like give what they are given
        arguments = self._arguments(sig, first)
        returns = f" -> {returned}" if returned else ""
        return [*lines, f"{indent}def {name}({arguments}){returns}: ..."]

    def _arguments(self, sig: Sig, first: str) -> str:
        parts = [first] if first else []
        starred = False
        seen = {first}
        for param in sig.params:
            name = param.name
            while name in seen or keyword.iskeyword(name):
                name += "_"
            seen.add(name)
            if param.kind == "keyword" and not starred:
                parts.append("*")
            starred = starred or param.kind in ("keyword", "varargs")
            star = {"varargs": "*", "kwargs": "**"}.get(param.kind, "")
            text = f"{star}{name}"
            if param.annotation:
                text += f": {self._type(param.annotation)}"
            if param.default is not None:
                text += f" = {_default(param.default)}"
            parts.append(text)
        return ", ".join(parts)

    def _type(self, text: str | None) -> str:
        """A type as this file can write it; its imports are noted."""
        if not text:
            return "Any"
        try:
            return self._render(ast.parse(text, mode="eval").body)
        except SyntaxError:
            return "Any"

    def _render(self, node: ast.expr) -> str:
        match node:
            case ast.BinOp(op=ast.BitOr()):
                members = self._union(node)
                return f"Union[{', '.join(dict.fromkeys(members))}]"
            case ast.Subscript(value=value):
                items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                inner = ", ".join(
                    "..." if isinstance(i, ast.Constant) and i.value is ... else self._render(i)
                    for i in items
                )
                return f"{self._render(value)}[{inner}]"
            case ast.Constant(value=None):
                return "None"
            case ast.Name(id=name):
                return self._simple(name)
            case ast.Attribute():
                return self._class_name(ast.unparse(node), "") or "Any"
        return "Any"

    def _union(self, node: ast.expr) -> list[str]:
        if isinstance(node, ast.BinOp):
            return [*self._union(node.left), *self._union(node.right)]
        text = self._render(node)
        return text[6:-1].split(", ") if text == NUMBER else [text]

    def _simple(self, name: str) -> str:
        if name == "Number":
            return NUMBER.replace("int", "builtins.int").replace("float", "builtins.float")
        if name in SHORT:
            return self._class_name(f"torch.{name}", "") or "Any"
        if name in TYPING:
            return name
        return f"builtins.{name}" if hasattr(builtins, name) else "Any"

    def _class_name(self, dotted: str, indent: str) -> str | None:
        """A class by the name that this file knows it under."""
        owner, _, name = dotted.rpartition(".")
        if not owner:
            return f"builtins.{dotted}" if hasattr(builtins, dotted) else None
        if owner == self.name:
            return name
        if dotted not in self.api.symbols:
            self.imports.add(f"import {owner}")
            return dotted if owner.partition(".")[0] not in ROOTS else None
        if owner not in self.modules:  # a class inside a class
            outer = self._class_name(owner, indent)
            return f"{outer}.{name}" if outer else None
        local = f"T_{name}"
        self.imports.add(f"from {owner} import {name} as {local}")
        return local


def _default(text: str) -> str:
    """Literals stay; what would need a name to be looked up is left out."""
    return text if re.fullmatch(r"None|True|False|-?[\d.e+-]+|'[^'\\]*'", text) else "..."
