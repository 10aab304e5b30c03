"""Modules that are described from their source and never imported: torchvision's, einops's."""

from __future__ import annotations

import zipfile
from pathlib import Path

from stubgen.annotations import Annotations
from stubgen.describe import class_symbols, layers_held, overloads
from stubgen.model import Api, Sig, Symbol
from stubgen.source import Loader, Source, origin, read

LEFT_OUT = (
    "torchvision.prototype",
    "torchvision._internally",
    "einops._backends",
    "einops._torch_specific",
    "einops.tests",
    "einops.experimental",
    "einops.array_api",
    "einops.layers.flax",
    "einops.layers.keras",
    "einops.layers.oneflow",
    "einops.layers.paddle",
    "einops.layers.tensorflow",
)


def sources(wheel: Path) -> dict[str, Source]:
    """Every module of the wheel's package by its dotted name."""
    root = f"{wheel.name.partition('-')[0]}/"
    found = {}
    with zipfile.ZipFile(wheel) as archive:
        for entry in sorted(archive.namelist()):
            if not entry.startswith(root) or not entry.endswith(".py"):
                continue
            parts = entry.removesuffix(".py").split("/")
            package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if package else parts)
            if not name.startswith(LEFT_OUT):
                found[name] = read(name, package, archive.read(entry).decode("utf-8"))
    return found


def collect(api: Api, found: dict[str, Source], load_torch: Loader) -> None:
    """Adds modules to ``api`` from their source alone."""

    def load(module: str) -> Source | None:
        return found.get(module) or load_torch(module)

    for module in found:
        api.symbols[module] = Symbol(module, "module")
    places = _places(found, load)
    names = {home: _choose(home, where, found) for home, where in places.items()}
    for home, where in places.items():
        owner, _, local = home.rpartition(".")
        kind = "class" if local in found[owner].classes else "function"
        if local not in found[owner].classes and local not in found[owner].functions:
            kind = "constant"
        api.add(Symbol(names[home], kind))
        for place in where:
            if place != names[home]:
                holder, _, alias = place.rpartition(".")
                api.aliases.setdefault(holder, {})[alias] = names[home]
    annotations = Annotations(load, api.canonical)
    for home, name in names.items():
        _describe(home, name, found, api, annotations)
    for name in names.values():
        symbol = api.symbols[name]
        if symbol.kind == "class" and not symbol.sigs:
            symbol.sigs = _inherited(symbol, api)
    for module, source in found.items():
        bound = list(source.exports or [n for n in _bound(module, found) if n[0] != "_"])
        api.exports[module] = sorted(n for n in set(bound) if api.canonical(f"{module}.{n}"))


def _bound(module: str, found: dict[str, Source], depth: int = 0) -> list[str]:
    """The names of a module, those of its star imports included."""
    source = found[module]
    names = list(source.bound)
    for star in source.stars:
        if star in found and depth < 5:
            names += found[star].exports or [
                n for n in _bound(star, found, depth + 1) if not n.startswith("_")
            ]
    return list(dict.fromkeys(names))


def _places(found: dict[str, Source], load: Loader) -> dict[str, list[str]]:
    """For each definition, every dotted name that leads to it."""
    places: dict[str, list[str]] = {}
    for module in found:
        for name in _bound(module, found):
            if name.startswith("__") and name != "__version__":
                continue
            home = origin(f"{module}.{name}", load)
            owner, _, local = home.rpartition(".")
            source = found.get(owner)
            if source is None or home in found:
                continue
            if local in (*source.classes, *source.functions, *source.assigned):
                places.setdefault(home, []).append(f"{module}.{name}")
    return places


def _choose(home: str, places: list[str], found: dict[str, Source]) -> str:
    local = home.rpartition(".")[2]

    def rank(place: str) -> tuple[bool, bool, bool, int, int, str]:
        module, _, name = place.rpartition(".")
        exports = found[module].exports
        kin = place == home or home.startswith(f"{module}.")
        return (
            not kin,
            any(part.startswith("_") for part in place.split(".")),
            name != local or (exports is not None and name not in exports),
            place.count("."),
            len(place),
            place,
        )

    return min(places, key=rank)


def _describe(
    home: str,
    name: str,
    found: dict[str, Source],
    api: Api,
    annotations: Annotations,
) -> None:
    owner, _, local = home.rpartition(".")
    source = found[owner]
    if local in source.functions:
        sigs = overloads(source.functions[local], source, annotations)
        api.symbols[name].sigs = sigs
    elif local in source.classes:
        node = source.classes[local]
        for symbol in class_symbols(name, node, source, annotations):
            api.symbols[symbol.name] = symbol
        own = api.symbols[name]
        bases = (annotations.base(base, source) for base in node.bases)
        own.bases = [base for base in bases if base is not None]
        found = layers_held(node, source, annotations).items()
        held = {
            name: layer
            for name, layer in found
            if layer in api.symbols and api.symbols[layer].kind == "class"
        }
        if held:
            api.layers[name] = held
    else:
        api.symbols[name].type = annotations.literal(source.assigned[local])


def _inherited(symbol: Symbol, api: Api) -> list[Sig]:
    for base in symbol.bases:
        if base in api.symbols:
            sigs = api.symbols[base].sigs or _inherited(api.symbols[base], api)
            if sigs:
                return sigs
    return []
