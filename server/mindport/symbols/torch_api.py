"""What torch, torchvision, torchaudio and einops offer: names, aliases, kinds, bases, signatures. No torch needed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from mindport.symbols.signatures import Signature, parse

STUBS = Path(__file__).with_name("stubs")
ROOTS = ("torch", "torchvision", "torchaudio", "einops")
MAX_DOTS = 40  # far more than any name of torch has; deeper chains are asked part by part
SHORT = {
    name: f"torch.{name}"
    for name in ("Tensor", "Size", "dtype", "device", "layout", "memory_format", "Generator")
}


@dataclass(frozen=True, slots=True)
class TorchApi:
    """Answers about dotted names. Every answer is remembered, so that asking twice is free.

    Type names in signatures are short for what torch exports at its top and builds on
    (``Tensor``, ``dtype``, ``device``, ``layout``, ``memory_format``, ``Generator``, ``Size``),
    ``Number`` for int or float, and canonical dotted names for every other class.
    """

    versions: Mapping[str, str]
    entries: Mapping[str, str]
    aliases: Mapping[str, Mapping[str, str]]
    exports: Mapping[str, str]
    named_tuples: Mapping[str, str]
    layers: Mapping[str, str]
    _canonical: dict[str, str | None] = field(default_factory=dict, repr=False)
    _kinds: dict[str, str | None] = field(default_factory=dict, repr=False)
    _bases: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _signatures: dict[str, tuple[Signature, ...]] = field(default_factory=dict, repr=False)
    _returns: dict[str, str | None] = field(default_factory=dict, repr=False)
    _ancestors: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _children: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def canonical(self, name: str) -> str | None:
        """The shortest documented name of what ``name`` means, None where torch lacks it."""
        try:
            return self._canonical[name]
        except KeyError:
            found = self._canonical[name] = self._resolve(name)
            return found

    def _resolve(self, name: str) -> str | None:
        owner, _, attribute = name.rpartition(".")
        target = self.aliases.get(owner, {}).get(attribute)
        # torch.multiprocessing binds the function spawn where its module of that name was.
        if name in self.entries and (target is None or self._kind(name) != "module"):
            return name
        if not owner or name.count(".") > MAX_DOTS:
            return None
        if target is not None:
            return target if target in self.entries else self.canonical(target)
        if _is_operator(name):
            return name
        parent = self.canonical(owner)
        if parent is None:
            return None
        if parent != owner:
            return self.canonical(f"{parent}.{attribute}")
        if self._kind(parent) == "class":
            if attribute == "__init__":
                return name
            return self._inherited(parent, attribute)
        type_ = self.entries.get(parent, "").partition("\n")[0].partition(" : ")[2]
        cls = self.canonical(SHORT.get(type_, type_)) if type_ else None
        if cls is not None and cls != parent and self._kind(cls) == "class":
            return self.canonical(f"{cls}.{attribute}")
        return None

    def _inherited(self, cls: str, attribute: str) -> str | None:
        for base in self.ancestors(cls):
            if f"{base}.{attribute}" in self.entries:
                return f"{base}.{attribute}"
        return None

    def _kind(self, canonical: str) -> str:
        default = "method" if canonical.endswith(".__init__") else "operator"
        head = self.entries.get(canonical, default).partition("\n")[0]
        return head.partition(" ")[0]

    def kind(self, name: str) -> str | None:
        """``module``, ``class``, ``function``, ``method``, ``attribute``, ``constant``,
        ``dtype``, ``layout``, ``memory_format``, ``qscheme`` or ``operator`` (``torch.ops``)."""
        try:
            return self._kinds[name]
        except KeyError:
            canonical = self.canonical(name)
            found = self._kinds[name] = None if canonical is None else self._kind(canonical)
            return found

    def _head(self, name: str) -> str:
        found = self.canonical(name)
        return self.entries.get(found, "").partition("\n")[0] if found is not None else ""

    def bases(self, name: str) -> tuple[str, ...]:
        """The direct bases of a class, canonical where they are torch's."""
        try:
            return self._bases[name]
        except KeyError:
            _, marker, bases = self._head(name).partition(" < ")
            found = self._bases[name] = tuple(bases.split(", ")) if marker else ()
            return found

    def ancestors(self, name: str) -> tuple[str, ...]:
        """Every base of a class, nearest first, without itself."""
        if name not in self._ancestors:
            found: dict[str, None] = {}
            for base in self.bases(name):
                found[base] = None
            for base in list(found):
                found.update(dict.fromkeys(self.ancestors(base)))
            self._ancestors[name] = tuple(found)
        return self._ancestors[name]

    def is_subclass(self, name: str, base: str) -> bool:
        """Whether the class ``name`` is ``base`` or derives from it."""
        found, wanted = self.canonical(name), self.canonical(base) or base
        return found is not None and (found == wanted or wanted in self.ancestors(found))

    def members(self, name: str) -> tuple[str, ...]:
        """What ``from name import *`` binds, or the public names of a class with its bases."""
        found = self.canonical(name)
        if found is None:
            return ()
        if found in self.exports:
            return tuple(self.exports[found].split())
        if not self._children:
            self._index_children()
        names: dict[str, None] = {}
        for owner in (found, *self.ancestors(found)):
            names.update(dict.fromkeys(self._children.get(owner, ())))
        return tuple(sorted(names))

    def _index_children(self) -> None:
        children: dict[str, list[str]] = {}
        for entry in self.entries:
            owner, _, name = entry.rpartition(".")
            if not name.startswith("_"):
                children.setdefault(owner, []).append(name)
        self._children.update({owner: tuple(names) for owner, names in children.items()})

    def signatures(self, name: str) -> tuple[Signature, ...]:
        """The overloads of a function, method or class, in the order in which they are tried.

        Those of methods are without ``self``; those of a class are its constructor's.
        """
        try:
            return self._signatures[name]
        except KeyError:
            found = self._signatures[name] = self._parse(name)
            return found

    def _parse(self, name: str) -> tuple[Signature, ...]:
        found = self.canonical(name)
        if found is None:
            return ()
        if found.endswith(".__init__"):
            return self.signatures(found.removesuffix(".__init__"))
        if found != name:
            return self.signatures(found)
        head, _, rest = self.entries.get(found, "").partition("\n")
        native = " native" in head
        returns = _short(found) if head.startswith("class") else None
        parsed = (parse(line, native) for line in rest.split("\n") if line)
        return tuple(replace(s, returns=returns) if returns else s for s in parsed)

    def returns(self, name: str) -> str | None:
        """The type that calling (or, for a value, reading) ``name`` gives, None where unknown."""
        try:
            return self._returns[name]
        except KeyError:
            found = self._returns[name] = self._returned(name)
            return found

    def _returned(self, name: str) -> str | None:
        found = self.canonical(name)
        if found is None:
            return None
        head, _, rest = self.entries.get(found, "").partition("\n")
        if head.startswith("class"):
            return _short(found)
        type_ = head.partition(" : ")[2]
        if type_:
            return type_
        _, arrow, returns = rest.partition("\n")[0].rpartition(" -> ")
        return returns if arrow else None

    def fields(self, name: str) -> tuple[str, ...]:
        """The names under which the tuple that a function gives holds its items, if it has any.

        ``x.max(dim=1)`` gives ``values`` and ``indices``; ``x.max()`` gives a plain tensor.
        """
        return tuple(self.named_tuples.get(self.canonical(name) or "", "").split())

    def layer(self, name: str, attribute: str) -> str | None:
        """The class of the layer that a network of the class ``name`` of torchvision's holds as
        ``attribute``: ``torch.nn.Linear`` of ``torchvision.models.ResNet`` and ``fc``."""
        for owner in (name, *self.ancestors(name)):
            for held in self.layers.get(owner, "").split():
                if held.startswith(f"{attribute}="):
                    return held.partition("=")[2]
        return None

    def decorator(self, name: str) -> str | None:
        """``classmethod`` or ``staticmethod`` for methods that are such."""
        words = self._head(name).split()
        return next((w for w in words if w in ("classmethod", "staticmethod")), None)


def _short(name: str) -> str:
    """A class as signatures write it."""
    last = name.rpartition(".")[2]
    return last if SHORT.get(last) == name else name


def _is_operator(name: str) -> bool:
    """``torch.ops`` and ``torch.classes`` are open: any library adds its own namespace there."""
    return f"{name}.".startswith(("torch.ops.", "torch.classes."))


@cache
def load() -> TorchApi:
    """The picture of torch that Mindport carries; read once."""
    data = json.loads((STUBS / "torch_api.json").read_bytes())
    return TorchApi(
        data["versions"],
        data["symbols"],
        data["aliases"],
        data["exports"],
        data["fields"],
        data["layers"],
    )
