"""Annotations reduced to the few type names that rewrites and inference need."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable

from stubgen.source import Loader, Source, origin

KNOWN = {
    "torch.types.Number": ["Number"],
    "torch.types.Device": ["device", "None"],
    "torch.types._device": ["device"],
    "torch.types._dtype": ["dtype"],
    "torch.types._size": ["Sequence[int]"],
    "torch.types._symsize": ["Sequence[int]"],
    "torch.types._layout": ["layout"],
    "torch.types._qscheme": ["qscheme"],
    "torch.types.FileLike": ["str", "IO"],
    "torch.types.Storage": ["torch.UntypedStorage"],
    "torch._prims_common.DeviceLikeType": ["device"],
    "torch.SymInt": ["int"],
    "einops.einops.Tensor": ["Tensor"],
    "einops.packing.Tensor": ["Tensor"],
    "torch.SymFloat": ["float"],
    "torch.SymBool": ["bool"],
    "torch.types.py_sym_types": ["int", "float", "bool"],
    "torch.types.IntLikeType": ["int"],
    "torch.types.FloatLikeType": ["float"],
    "torch.types.BoolLikeType": ["bool"],
    "torch._C._size": ["Sequence[int]"],
    "torch.nn.common_types._size_any_t": ["int", "Sequence[int]"],
    "torch.nn.common_types._size_any_opt_t": ["int", "Sequence[int]"],
    "torch.nn.common_types._ratio_any_t": ["float", "Sequence[float]"],
    "torch.nn.common_types._tensor_list_t": ["Tensor", "Sequence[Tensor]"],
    "torch.nn.common_types._maybe_indices_t": ["Tensor", "Tuple[Tensor, Tensor]"],
    "torch.optim.optimizer.ParamsT": ["Iterable"],
    "PIL.Image.Image": ["PIL.Image.Image"],
    "numpy.ndarray": ["numpy.ndarray"],
    "types.EllipsisType": ["Any"],
    "os.PathLike": ["os.PathLike"],
}
for _n in "123456":
    KNOWN[f"torch.nn.common_types._size_{_n}_t"] = ["int", "Sequence[int]"]
    KNOWN[f"torch.nn.common_types._size_{_n}_opt_t"] = ["int", "Sequence[int]", "None"]
    KNOWN[f"torch.nn.common_types._ratio_{_n}_t"] = ["float", "Sequence[float]"]
    KNOWN[f"torch._jit_internal.BroadcastingList{_n}"] = ["Sequence"]

SHORT = {"torch.Tensor": "Tensor", "torch.Size": "Size", "torch._C.TensorBase": "Tensor"} | {
    f"torch.{name}": name for name in ("dtype", "device", "layout", "memory_format", "Generator")
}
CONTAINERS = {
    **dict.fromkeys(("list", "List", "MutableSequence"), "List"),
    **dict.fromkeys(("tuple", "Tuple"), "Tuple"),
    **dict.fromkeys(("dict", "Dict", "OrderedDict", "DefaultDict", "defaultdict"), "Dict"),
    **dict.fromkeys(("Sequence", "Collection", "_NestedSequence"), "Sequence"),
    **dict.fromkeys(("Mapping", "MutableMapping"), "Mapping"),
    **dict.fromkeys(("set", "Set", "frozenset", "FrozenSet", "AbstractSet"), "Set"),
    **{name: name for name in ("Iterable", "Iterator", "Generator", "deque")},
    **dict.fromkeys(("AbstractContextManager", "ContextManager"), "ContextManager"),
}
TRANSPARENT = {"Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly"}
OPAQUE = {
    "Any", "AnyStr", "Hashable", "object", "ParamSpec", "TypeVar", "Protocol", "SupportsIndex",
    "Buffer", "EllipsisType", "NewType", "TypeAlias", "LiteralString", "SupportsFloat",
}  # fmt: skip
FROM_TYPING = ("typing", "typing_extensions", "collections", "collections.abc", "contextlib")

Canonical = Callable[[str], str | None]


class Annotations:
    """Renders annotation expressions of a module as short, canonical text."""

    def __init__(self, load: Loader, canonical: Canonical) -> None:
        self.load = load
        self.canonical = canonical

    def text(self, node: ast.expr | None, source: Source, scope: str = "") -> str | None:
        """The annotation as text, or None where it says nothing."""
        if node is None:
            return None
        members = simplify(self._members(node, source, scope, 0))
        return None if "Any" in members or not members else " | ".join(members)

    def base(self, node: ast.expr, source: Source) -> str | None:
        """The canonical name of a base class."""
        while isinstance(node, ast.Subscript):
            node = node.value
        dotted = self._dotted(node, source)
        found = self.canonical(dotted) or self.canonical(origin(dotted, self.load))
        if found is not None:
            return found
        owner = dotted.rpartition(".")[0]
        return None if dotted == "object" or owner in (*FROM_TYPING, "abc") else dotted

    @staticmethod
    def literal(node: ast.expr) -> str | None:
        """The type of a literal value."""
        names = {ast.Tuple: "tuple", ast.List: "list", ast.Dict: "dict", ast.JoinedStr: "str"}
        if isinstance(node, ast.Constant) and node.value is not None:
            return type(node.value).__name__
        return names.get(type(node))

    def _inner(self, node: ast.expr, source: Source, scope: str, depth: int) -> str:
        members = simplify(self._members(node, source, scope, depth + 1))
        return "Any" if "Any" in members or not members else " | ".join(members)

    def _members(self, node: ast.expr, source: Source, scope: str, depth: int) -> list[str]:
        if depth > 12:
            return ["Any"]
        match node:
            case ast.Constant(value=None):
                return ["None"]
            case ast.Constant(value=str(text)):
                try:
                    inner = ast.parse(text.strip(), mode="eval").body
                except SyntaxError:
                    return ["Any"]
                return self._members(inner, source, scope, depth + 1)
            case ast.BinOp(op=ast.BitOr()):
                left = self._members(node.left, source, scope, depth + 1)
                return left + self._members(node.right, source, scope, depth + 1)
            case ast.Name() | ast.Attribute():
                return self._named(node, source, scope, depth)
            case ast.Subscript():
                return self._subscript(node, source, scope, depth)
            case ast.Call(func=func) if ast.unparse(func).endswith("TypeVar"):
                for keyword in node.keywords:
                    if keyword.arg == "bound":
                        return self._members(keyword.value, source, scope, depth + 1)
                return ["Any"]
        return ["Any"]

    def _dotted(self, node: ast.expr, source: Source) -> str:
        text = ast.unparse(node)
        root, _, rest = text.partition(".")
        if root in source.classes or root in source.functions or root in source.assigned:
            target = f"{source.module}.{root}"
        elif root in source.imports:
            target = source.imports[root]
        elif self.load(source.module) is not None and source.stars:
            target = origin(f"{source.module}.{root}", self.load)
        else:
            target = root
        return f"{target}.{rest}" if rest else target

    def _named(self, node: ast.expr, source: Source, scope: str, depth: int) -> list[str]:
        dotted = self._dotted(node, source)
        if dotted == "Self" or dotted.endswith(".Self"):
            return [SHORT.get(scope, scope)] if scope else ["Any"]
        for _ in range(2):
            if dotted in KNOWN:
                return list(KNOWN[dotted])
            found = self.canonical(dotted)
            if found is not None and dotted not in ("torch.types",):
                return [SHORT.get(found, found)]
            dotted = origin(dotted, self.load)
        owner, _, name = dotted.rpartition(".")
        holder = self.load(owner)
        if holder is not None and name in holder.assigned:
            value = holder.assigned[name]
            return self._members(value, holder, scope, depth + 1)
        if name in OPAQUE:
            return ["Any"]
        if name == "Number" and owner == "numbers":
            return ["Number"]
        if owner in ("", "builtins", *FROM_TYPING):
            if name in CONTAINERS:
                return [CONTAINERS[name]]
            if name == "Callable":
                return ["Callable"]
            if name in ("NoReturn", "Never"):
                return ["None"]
            if name == "Text":
                return ["str"]
            if hasattr(builtins, name):
                return [name]
            return ["Any"]
        if owner.startswith(("torch", "torchvision")):
            return ["Any"]
        return [dotted]

    def _subscript(self, node: ast.Subscript, source: Source, scope: str, depth: int) -> list[str]:
        dotted = self._dotted(node.value, source)
        name = dotted.rpartition(".")[2]
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "Optional":
            return [*self._members(items[0], source, scope, depth + 1), "None"]
        if name == "Union":
            return [m for item in items for m in self._members(item, source, scope, depth + 1)]
        if name == "Literal":
            return [
                "None" if item.value is None else type(item.value).__name__
                for item in items
                if isinstance(item, ast.Constant)
            ]
        if name in TRANSPARENT:
            return self._members(items[0], source, scope, depth + 1)
        if name in ("TypeIs", "TypeGuard"):
            return ["bool"]
        if name in ("type", "Type"):
            return ["type"]
        if name == "Callable":
            return ["Callable"]
        if name.startswith("BroadcastingList"):
            item = self._inner(items[0], source, scope, depth)
            return [item, f"Sequence[{item}]"]
        if name in CONTAINERS and not dotted.startswith("torch."):
            inner = [
                "..."
                if isinstance(item, ast.Constant) and item.value is Ellipsis
                else self._inner(item, source, scope, depth)
                for item in items
            ]
            kind = CONTAINERS[name]
            if kind == "Generator" or kind == "Iterator":
                return [f"Iterator[{inner[0]}]"]
            return [kind if set(inner) <= {"Any", "..."} else f"{kind}[{', '.join(inner)}]"]
        return self._members(node.value, source, scope, depth + 1)


def simplify(members: list[str]) -> list[str]:
    """Union members without repetition, numbers and sequences put under one name."""
    found = list(dict.fromkeys(members))
    if {"int", "float"} <= set(found):
        found = ["Number" if m == "int" else m for m in found if m not in ("float", "bool")]
    if "Number" in found:
        found = [m for m in found if m not in ("int", "float", "bool", "complex")]
    if {"device", "str", "int"} <= set(found) or {"device", "str"} <= set(found):
        found = [m for m in found if m not in ("str", "int")]
    for member in list(found):
        if member.startswith("Tuple[") and member.endswith(", ...]"):
            inner = member[6:-6]
            if f"List[{inner}]" in found:
                found[found.index(member)] = f"Sequence[{inner}]"
                found.remove(f"List[{inner}]")
    found = list(dict.fromkeys(found))
    if "None" in found:
        found = [m for m in found if m != "None"] + ["None"]
    return found
