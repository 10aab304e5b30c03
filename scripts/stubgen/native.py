"""Functions of torch's C++ side: overloads from its stubs, tidied so that they bind as they run."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from stubgen.model import Param, Sig

# Overloads that torch's stubs repeat or order so that an argument of unknown kind would bind to
# the rare meaning, written as the C++ parser takes them.
TENSOR_OPTIONS = (
    "dtype: dtype = None, layout: layout = None, device: device = None, "
    "pin_memory: bool = False, requires_grad: bool = False"
)
OVERRIDES = {
    "torch.arange": [
        f"(end: Number, *, out: Tensor = None, {TENSOR_OPTIONS}) -> Tensor",
        f"(start: Number, end: Number, step: Number = 1, *, out: Tensor = None, {TENSOR_OPTIONS})"
        " -> Tensor",
    ],
    "torch.Tensor.to": [
        "(device: device = None, dtype: dtype = None, non_blocking: bool = False, "
        "copy: bool = False, *, memory_format: memory_format = None) -> Tensor",
        "(dtype: dtype, non_blocking: bool = False, copy: bool = False, *, "
        "memory_format: memory_format = None) -> Tensor",
        "(tensor: Tensor, non_blocking: bool = False, copy: bool = False, *, "
        "memory_format: memory_format = None) -> Tensor",
    ],
    "torch.Tensor.view": [
        "(size: Sequence[int]) -> Tensor",
        "(*size: int) -> Tensor",
        "(dtype: dtype) -> Tensor",
    ],
    "torch.Tensor.size": ["() -> Size", "(dim: int) -> int"],
    "torch.Tensor.stride": ["() -> Tuple[int, ...]", "(dim: int) -> int"],
    "torch.Tensor.new": [
        "(*size: int, device: device = None) -> Tensor",
        "(other: Tensor) -> Tensor",
        "(storage: torch.UntypedStorage) -> Tensor",
        "(data: Any, *, device: device = None) -> Tensor",
    ],
    "torch.Tensor.requires_grad_": ["(requires_grad: bool = True) -> Tensor"],
    "torch.numel": ["(input: Tensor) -> int"],
    "torch.sparse_coo_tensor": [
        f"(indices: Tensor, values: Tensor, size: Sequence[int] = None, *, {TENSOR_OPTIONS}, "
        "check_invariants: bool = None, is_coalesced: bool = None) -> Tensor",
        f"(size: Sequence[int], *, {TENSOR_OPTIONS}, check_invariants: bool = None) -> Tensor",
    ],
    "torch.unique": [
        "(input: Tensor, sorted: bool = True, return_inverse: bool = False, "
        "return_counts: bool = False, dim: int = None) -> Tensor",
    ],
    "torch.unique_consecutive": [
        "(input: Tensor, return_inverse: bool = False, return_counts: bool = False, "
        "dim: int = None) -> Tensor",
    ],
    "torch.Tensor": [
        "(*size: int, device: device = None)",
        "(data: Any, *, device: device = None)",
    ],
}
for _format, _first, _second in (
    ("csr", "crow_indices", "col_indices"),
    ("csc", "ccol_indices", "row_indices"),
    ("bsr", "crow_indices", "col_indices"),
    ("bsc", "ccol_indices", "row_indices"),
    ("compressed", "compressed_indices", "plain_indices"),
):
    OVERRIDES[f"torch.sparse_{_format}_tensor"] = [
        f"({_first}: Tensor, {_second}: Tensor, values: Tensor, size: Sequence[int] = None, *, "
        f"{TENSOR_OPTIONS}, check_invariants: bool = None) -> Tensor"
    ]
CASTS = "float double half bfloat16 int long short char byte bool cfloat cdouble"
for _name in CASTS.split():
    OVERRIDES[f"torch.Tensor.{_name}"] = ["(*, memory_format: memory_format = None) -> Tensor"]
# Factors before the operands, as torch took them before 1.5; it still does, with a warning.
OLD_FORMS: dict[str, list[str]] = {}
for _name, _parameters in (
    ("add", "alpha: Number, other: Tensor"),
    ("sub", "alpha: Number, other: Tensor"),
    ("addcdiv", "value: Number, tensor1: Tensor, tensor2: Tensor"),
    ("addcmul", "value: Number, tensor1: Tensor, tensor2: Tensor"),
):
    OLD_FORMS[f"torch.{_name}"] = [
        f"(input: Tensor, {_parameters}, *, out: Tensor = None) -> Tensor"
    ]
    OLD_FORMS[f"torch.Tensor.{_name}"] = [f"({_parameters}) -> Tensor"]
    OLD_FORMS[f"torch.Tensor.{_name}_"] = [f"({_parameters}) -> Tensor"]
for _name, _first, _second in (
    ("addmm", "mat1", "mat2"),
    ("addmv", "mat", "vec"),
    ("addr", "vec1", "vec2"),
    ("addbmm", "batch1", "batch2"),
    ("baddbmm", "batch1", "batch2"),
):
    _operands = f"{_first}: Tensor, {_second}: Tensor"
    OLD_FORMS[f"torch.{_name}"] = [
        f"(beta: Number, input: Tensor, {_factor}{_operands}, *, out: Tensor = None) -> Tensor"
        for _factor in ("alpha: Number, ", "")
    ]
    for _method in (_name, f"{_name}_"):
        OLD_FORMS[f"torch.Tensor.{_method}"] = [
            f"(beta: Number, {_factor}{_operands}) -> Tensor" for _factor in ("alpha: Number, ", "")
        ]
PARSE_KINDS = {
    "Tensor": "Tensor",
    "int": "int",
    "SymInt": "int",
    "float": "float",
    "number": "Number",
    "Scalar": "Number",
    "bool": "bool",
    "str": "str",
    "ScalarType": "dtype",
    "Layout": "layout",
    "Device": "device",
    "MemoryFormat": "memory_format",
    "Generator": "Generator",
    "complex": "complex",
}


def parse_sig(text: str) -> Sig:
    """A signature written as text."""
    node = ast.parse(f"def f{text}: ...").body[0]
    assert isinstance(node, ast.FunctionDef)
    args = node.args
    positional = args.args
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults))
    defaults += args.defaults
    rows = [("positional", a, d) for a, d in zip(positional, defaults, strict=True)]
    if args.vararg:
        rows.append(("varargs", args.vararg, None))
    rows += [("keyword", a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    params = tuple(
        Param(
            a.arg,
            kind,
            ast.unparse(a.annotation) if a.annotation else None,
            ast.unparse(d) if d is not None else None,
        )
        for kind, a, d in rows
    )
    return Sig(params, ast.unparse(node.returns) if node.returns else None)


def tidy(name: str, sigs: list[Sig]) -> list[Sig]:
    """Overloads without repetition: those that differ in keywords alone become one."""
    if name in OVERRIDES:
        return [parse_sig(text) for text in OVERRIDES[name]]
    sigs = [_cleaned(sig) for sig in sigs if not _deprecated(sig)]
    merged: list[Sig] = []
    for sig in sigs:
        for index, other in enumerate(merged):
            joined = _merge(other, sig)
            if joined is not None:
                merged[index] = joined
                break
        else:
            merged.append(sig)
    return [*_numbers_last(merged), *map(parse_sig, OLD_FORMS.get(name, ()))]


def _deprecated(sig: Sig) -> bool:
    """``add(self, alpha, other)``: a factor among the operands, kept for old programs only."""
    names = [p.name for p in sig.params if p.kind == "positional"]
    return "self" in names and bool({"alpha", "beta", "value"} & set(names))


def _cleaned(sig: Sig) -> Sig:
    params = []
    for param in sig.params:
        if param.name == "names" and param.kind == "keyword":
            continue
        annotation = param.annotation
        optional = annotation and (annotation.endswith(" | None") or param.name == "generator")
        if optional and annotation and param.default is None and param.kind == "keyword":
            annotation = annotation.removesuffix(" | None")
            param = replace(param, default="None")
        params.append(replace(param, annotation=annotation))
    return replace(sig, params=tuple(params))


def _merge(one: Sig, two: Sig) -> Sig | None:
    if one.returns != two.returns:
        return None
    first = [p for p in one.params if p.kind != "keyword"]
    second = [p for p in two.params if p.kind != "keyword"]
    if [(p.name, p.kind, p.annotation) for p in first] != [
        (p.name, p.kind, p.annotation) for p in second
    ]:
        return None
    if [p.default for p in first] != [p.default for p in second]:
        return None
    keywords = {p.name: p for p in one.params if p.kind == "keyword"}
    others = {p.name: p for p in two.params if p.kind == "keyword"}
    for name in {**keywords, **others}:
        found = keywords.get(name) or others[name]
        if (name not in keywords or name not in others) and found.default is None:
            return None  # required in one of them: they are different calls
    joined = {**others, **keywords}
    return replace(one, params=(*first, *joined.values()))


def _numbers_last(sigs: list[Sig]) -> list[Sig]:
    """Overloads whose first operand is a number come after those that take a tensor there."""
    return sorted(sigs, key=lambda s: bool(s.params) and s.params[0].name == "self")


def from_schemas(schemas: list[str]) -> list[Sig]:
    """Signatures from the dispatcher's own schemas, in the names Python uses for them."""
    sigs = []
    out = ""
    for schema in schemas:
        if "Dimname" in schema or "deprecated" in schema:
            continue
        arguments, returns = _split_schema(schema)
        star = arguments.index("*") if "*" in arguments else len(arguments)
        if any("!" in argument for argument in arguments[star:]):
            out = "Tensor" if len(returns) == 1 else "Sequence[Tensor]"
            continue
        sigs.append(_schema_sig(arguments, returns))
    if out:
        param = Param("out", "keyword", out, "None")
        sigs = [replace(s, params=(*s.params, param)) for s in sigs]
    return list(dict.fromkeys(sigs))


def _split_schema(schema: str) -> tuple[list[str], list[str]]:
    left, _, right = schema.rpartition(" -> ")
    inside = left[left.index("(") + 1 : left.rindex(")")]
    right = right.strip()
    returns = _commas(right[1:-1]) if right.startswith("(") else [right]
    return _commas(inside), returns


def _commas(text: str) -> list[str]:
    parts, depth, current = [], 0, ""
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += char
    return [*parts, current.strip()] if current.strip() else parts


def _schema_sig(arguments: list[str], returns: list[str]) -> Sig:
    params = []
    kind = "positional"
    for argument in arguments:
        if argument == "*":
            kind = "keyword"
            continue
        declared, _, default = argument.partition("=")
        type_, _, name = declared.rpartition(" ")
        text = _schema_type(type_)
        if name == "self" and text == "Tensor":
            name = "input"
        value = {"": None, "Mean": "1"}.get(default, default)
        if value == "None":
            text = text.removesuffix(" | None")
        params.append(Param(name, kind, None if text == "Any" else text, value))
    outs = [_schema_type(item.partition(" ")[0]) for item in returns]
    text = outs[0] if len(outs) == 1 else f"Tuple[{', '.join(outs)}]" if outs else "None"
    return Sig(tuple(params), "Tuple[Tensor, ...]" if text == "Sequence[Tensor]" else text)


def _schema_type(text: str) -> str:
    text = re.sub(r"\([a-z!\->*| ]+\)", "", text)
    if text.endswith("?"):
        return f"{_schema_type(text[:-1])} | None"
    if match := re.fullmatch(r"(.+)\[(\d*)\]", text):
        inner = _schema_type(match[1])
        return f"{inner} | Sequence[{inner}]" if match[2] else f"Sequence[{inner}]"
    return PARSE_KINDS.get(text, "Any")
