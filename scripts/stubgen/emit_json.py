"""The compact file that Mindport loads: one line of text for each symbol."""

from __future__ import annotations

import json
from pathlib import Path

from stubgen.model import Api, Symbol


PRIVATE = ("torch._VariableFunctions", "torch.onnx._internal", "torch._C._")


def write(api: Api, path: Path, versions: dict[str, str]) -> None:
    """Writes the symbols, the aliases of each module and what star imports give."""
    symbols = {name: _entry(api.symbols[name]) for name in sorted(api.symbols)}
    aliases = {
        module: dict(sorted(names.items()))
        for module, names in sorted(api.aliases.items())
        if names and not module.startswith(PRIVATE)
    }
    exports = {module: " ".join(names) for module, names in sorted(api.exports.items())}
    data = {"versions": versions, "symbols": symbols, "aliases": aliases, "exports": exports}
    text = json.dumps(data, ensure_ascii=False, indent=0, separators=(",", ":"))
    path.write_text(text + "\n", "utf-8")


def _entry(symbol: Symbol) -> str:
    """First line: kind and flags, then bases or type; following lines: overloads."""
    head = symbol.kind
    if symbol.native:
        head += " native"
    if symbol.decorator and symbol.decorator != "property":
        head += f" {symbol.decorator}"
    if symbol.bases:
        head += f" < {', '.join(symbol.bases)}"
    if symbol.type:
        head += f" : {symbol.type}"
    return "\n".join([head, *map(str, symbol.sigs)])
