"""A torch snippet that uses prepared inputs becomes a network that computes it, as people write one:
what it binds to names are layers, made in ``__init__``; the rest is ``forward``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.runtime.snippets import HEADER

NAME = "Network"
INDENT = " " * 8


def as_network(code: str, inputs: Sequence[str], layers: Sequence[str]) -> str | None:
    """The snippet as a file with the class ``Network``; None where it has no last expression.

    Args:
        inputs: names of the tensors that ``forward`` takes, in this order.
        layers: names that the snippet binds to layers.
    """
    *first, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        return None
    kept = _Kept(layers)
    made = [s for s in first if _binds(s, layers)]
    rest = [ast.unparse(kept.visit(s)) for s in first if s not in made and not _is_mode(s, layers)]
    begin = ["super().__init__()", *(ast.unparse(kept.visit(s)) for s in made)]
    given = "".join(f", {name}: torch.Tensor" for name in inputs)
    forward = [*rest, f"return {ast.unparse(kept.visit(last.value))}"]
    return (
        f"{HEADER}\n\nclass {NAME}(nn.Module):\n    def __init__(self):\n{_block(begin)}\n\n"
        f"    def forward(self{given}):\n{_block(forward)}\n"
    )


def in_evaluation(code: str, layers: Sequence[str]) -> bool:
    """Whether the snippet sets a layer to evaluation mode."""
    return any(_is_mode(statement, layers) for statement in ast.parse(code).body)


def _block(lines: Sequence[str]) -> str:
    return "\n".join(INDENT + line.replace("\n", f"\n{INDENT}") for line in lines)


def _binds(statement: ast.stmt, names: Sequence[str]) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(one, ast.Name) and one.id in names for one in targets)


def _is_mode(statement: ast.stmt, names: Sequence[str]) -> bool:
    return ast.unparse(statement) in {f"{name}.eval()" for name in names}


class _Kept(ast.NodeTransformer):
    """Layers are attributes of the network."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.names:
            return node
        return ast.Attribute(ast.Name("self", ast.Load()), node.id, node.ctx)
