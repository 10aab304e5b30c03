"""What the generator knows about a symbol before it is written down."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter, its annotation and default as source text."""

    name: str
    kind: str  # positional_only, positional, varargs, keyword, kwargs
    annotation: str | None = None
    default: str | None = None

    def __str__(self) -> str:
        star = {"varargs": "*", "kwargs": "**"}.get(self.kind, "")
        text = star + self.name
        if self.annotation:
            text += f": {self.annotation}"
        if self.default is not None:
            text += f" = {self.default}" if self.annotation else f"={self.default}"
        return text


@dataclass(frozen=True, slots=True)
class Sig:
    """One overload; methods are without ``self``."""

    params: tuple[Param, ...] = ()
    returns: str | None = None

    def arguments(self) -> str:
        parts: list[str] = []
        separated = False
        for index, param in enumerate(self.params):
            if param.kind == "varargs":
                separated = True
            elif param.kind == "keyword" and not separated:
                parts.append("*")
                separated = True
            parts.append(str(param))
            following = self.params[index + 1].kind if index + 1 < len(self.params) else ""
            if param.kind == "positional_only" and following != "positional_only":
                parts.append("/")
        return ", ".join(parts)

    def __str__(self) -> str:
        return f"({self.arguments()})" + (f" -> {self.returns}" if self.returns else "")

    def without_first(self) -> Sig:
        return replace(self, params=self.params[1:])


@dataclass(slots=True)
class Symbol:
    """A public symbol under its canonical name."""

    name: str
    kind: str
    sigs: list[Sig] = field(default_factory=list)
    bases: list[str] = field(default_factory=list)
    type: str | None = None  # of an attribute or constant
    native: bool = False  # its arguments are parsed by torch's C++ code
    decorator: str = ""  # classmethod, staticmethod or property


@dataclass(slots=True)
class Api:
    """Everything found: symbols by canonical name, aliases and exports by module, fields of named
    tuples, and the layers that a network of torchvision's holds, by class and attribute."""

    symbols: dict[str, Symbol] = field(default_factory=dict)
    aliases: dict[str, dict[str, str]] = field(default_factory=dict)
    exports: dict[str, list[str]] = field(default_factory=dict)
    fields: dict[str, list[str]] = field(default_factory=dict)
    layers: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, symbol: Symbol) -> None:
        self.symbols.setdefault(symbol.name, symbol)

    def canonical(self, dotted: str) -> str | None:
        """The canonical name behind ``dotted``, where the generator has met it."""
        if dotted in self.symbols:
            return dotted
        owner, _, name = dotted.rpartition(".")
        return self.aliases.get(owner, {}).get(name)
