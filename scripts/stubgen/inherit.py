"""What a class leaves unsaid about a method, taken from the base that says it."""

from __future__ import annotations

from dataclasses import replace

from stubgen.model import Api, Symbol


def ancestors(name: str, api: Api) -> list[str]:
    """Every base of a class, nearest first."""
    found: list[str] = []
    queue = [name]
    while queue:
        symbol = api.symbols.get(queue.pop(0))
        new = [base for base in (symbol.bases if symbol else []) if base not in found]
        found += new
        queue += new
    return found


def complete(api: Api) -> None:
    """Fills in return types and attribute types that overriding definitions do not repeat."""
    for name, symbol in api.symbols.items():
        owner, _, member = name.rpartition(".")
        if symbol.kind not in ("method", "attribute") or owner not in api.symbols:
            continue
        for base in ancestors(owner, api):
            overridden = api.symbols.get(f"{base}.{member}")
            if overridden is not None:
                _take(symbol, overridden)


def _take(symbol: Symbol, overridden: Symbol) -> None:
    if symbol.kind == "attribute":
        symbol.type = symbol.type or overridden.type
        return
    returns = next((sig.returns for sig in overridden.sigs if sig.returns), None)
    symbol.sigs = [replace(sig, returns=sig.returns or returns) for sig in symbol.sigs]
