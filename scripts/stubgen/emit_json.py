"""The compact file that Mindport loads: one text for each symbol."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from stubgen.model import Api, Sig, Symbol

PRIVATE = ("torch._VariableFunctions", "torch.onnx._internal", "torch._C._")
NAMES_ONLY = ("torch.fx.experimental.", "torch.distributed.pipelining.", "torch.nativert.")
RETURN_TYPES = "torch.return_types."
DEVICE_TYPES = "torch.cuda"


def write(api: Api, path: Path, versions: dict[str, str]) -> None:
    """Writes the symbols, the aliases of each module and what star imports give.

    A symbol's first line holds its kind and flags, then ``< bases`` or ``: type``; each
    following line is an overload. Private functions are there by name alone.
    """
    device_types = _device_types(api)
    data = {
        "versions": versions,
        "symbols": {
            name: _entry(api.symbols[name], api)
            for name in sorted(api.symbols)
            if not (_internal(name) and api.symbols[name].kind in ("method", "attribute"))
            and name.removeprefix(f"{DEVICE_TYPES}.") not in device_types
        },
        "aliases": {
            module: dict(sorted(names.items()))
            for module, names in sorted(_with(api.aliases, DEVICE_TYPES, device_types).items())
            if names and not module.startswith(PRIVATE)
        },
        "exports": {module: " ".join(names) for module, names in sorted(api.exports.items())},
        "fields": {
            name: " ".join(api.fields[found])
            for name in sorted(api.symbols)
            if (found := _named_tuple(api.symbols[name]))
        },
        "layers": {
            name: " ".join(f"{attribute}={layer}" for attribute, layer in held.items())
            for name, held in sorted(api.layers.items())
        },
    }
    text = json.dumps(data, ensure_ascii=False, indent=0, separators=(",", ":"))
    path.write_text(text + "\n", "utf-8")


def _device_types(api: Api) -> dict[str, str]:
    """``torch.cuda.FloatTensor`` and its kin, as aliases.

    They are the types of the CPU for tensors of a device, which MindSpore's tensors do not tell.
    """
    return {
        name: f"torch.{name}"
        for name in (symbol.rpartition(".")[2] for symbol in api.symbols)
        if f"{DEVICE_TYPES}.{name}" in api.symbols
        and name.endswith("Tensor")
        and f"torch.{name}" in api.symbols
    }


def _with(
    aliases: dict[str, dict[str, str]], module: str, more: dict[str, str]
) -> dict[str, dict[str, str]]:
    return aliases | {module: aliases.get(module, {}) | more}


def _named_tuple(symbol: Symbol) -> str | None:
    """The named tuple that one of the overloads gives."""
    returns = (sig.returns or "" for sig in symbol.sigs)
    return next((text for text in returns if text.startswith(RETURN_TYPES)), None)


def _entry(symbol: Symbol, api: Api) -> str:
    head = symbol.kind
    if symbol.native:
        head += " native"
    if symbol.decorator and symbol.decorator != "property":
        head += f" {symbol.decorator}"
    if symbol.bases:
        head += f" < {', '.join(symbol.bases)}"
    if symbol.type:
        head += f" : {symbol.type}"
    private = symbol.kind == "function" and symbol.name.rpartition(".")[2].startswith("_")
    private = private and not symbol.name.startswith(("torch.nn.", "torchvision."))
    if private or _internal(symbol.name):
        return head
    return "\n".join([head, *(str(_plain(sig, api)) for sig in symbol.sigs)])


def _internal(name: str) -> bool:
    """Whether a symbol lives in a part of torch that its documentation does not speak of."""
    if name.startswith(NAMES_ONLY):
        return True
    if not name.startswith("torch.") or name.startswith("torch.nn."):
        return False
    owners = name.split(".")[:-1]
    return any(part.startswith("_") for part in owners)


def _plain(sig: Sig, api: Api) -> Sig:
    """Named tuples written as the tuples that they are."""
    count = len(api.fields.get(sig.returns or "", ()))
    if not count:
        return sig
    return replace(sig, returns=f"Tuple[{', '.join(['Tensor'] * count)}]")
