"""Signatures of torch's functions, parsed from one line of text."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal

ParameterKind = Literal["positional_only", "positional", "varargs", "keyword", "kwargs"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; its default and annotation are source text, None where there is none."""

    name: str
    kind: ParameterKind
    default: str | None = None
    annotation: str | None = None

    @property
    def required(self) -> bool:
        """Whether a call must give it."""
        return self.default is None and self.kind not in ("varargs", "kwargs")


@dataclass(frozen=True, slots=True)
class Signature:
    """One overload. ``native``: torch's C++ code parses the call, and takes NumPy's keywords."""

    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    native: bool = False

    def parameter(self, name: str) -> Parameter | None:
        """The parameter called ``name``."""
        return next((p for p in self.parameters if p.name == name), None)

    def __str__(self) -> str:
        parts: list[str] = []
        keywords_opened = False
        for index, parameter in enumerate(self.parameters):
            if parameter.kind == "keyword" and not keywords_opened:
                parts.append("*")
            keywords_opened = keywords_opened or parameter.kind in ("keyword", "varargs")
            parts.append(_written(parameter))
            rest = self.parameters[index + 1 :]
            if parameter.kind == "positional_only" and not (
                rest and rest[0].kind == "positional_only"
            ):
                parts.append("/")
        return f"({', '.join(parts)})" + (f" -> {self.returns}" if self.returns else "")


def _written(parameter: Parameter) -> str:
    text = {"varargs": "*", "kwargs": "**"}.get(parameter.kind, "") + parameter.name
    if parameter.annotation is None:
        return text if parameter.default is None else f"{text}={parameter.default}"
    text += f": {parameter.annotation}"
    return text if parameter.default is None else f"{text} = {parameter.default}"


def parse(text: str, native: bool = False) -> Signature:
    """The signature that ``text`` shows, such as ``(input: Tensor, dim: int = 0) -> Tensor``.

    Raises SyntaxError where the text is no signature.
    """
    definition = ast.parse(f"def f{text}: ...").body[0]
    assert isinstance(definition, ast.FunctionDef)
    args = definition.args
    plain = [*args.posonlyargs, *args.args]
    missing = len(plain) - len(args.defaults)
    parameters = [
        _parameter(
            arg,
            "positional_only" if index < len(args.posonlyargs) else "positional",
            args.defaults[index - missing] if index >= missing else None,
        )
        for index, arg in enumerate(plain)
    ]
    if args.vararg is not None:
        parameters.append(_parameter(args.vararg, "varargs", None))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        parameters.append(_parameter(arg, "keyword", default))
    if args.kwarg is not None:
        parameters.append(_parameter(args.kwarg, "kwargs", None))
    returns = ast.unparse(definition.returns) if definition.returns is not None else None
    return Signature(tuple(parameters), returns, native)


def _parameter(arg: ast.arg, kind: ParameterKind, default: ast.expr | None) -> Parameter:
    return Parameter(
        arg.arg,
        kind,
        ast.unparse(default) if default is not None else None,
        ast.unparse(arg.annotation) if arg.annotation is not None else None,
    )
