"""What every rule needs: the document, the target, the knowledge, and the tree around a use."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mindport.document import Document
from mindport.knowledge.helpers import INSTEAD, Definition
from mindport.knowledge.schema import Entry, Equivalent
from mindport.knowledge.store import Store, candidates
from mindport.nodes import parents, walk
from mindport.rewrites.facts import UseFacts, facts_of
from mindport.symbols.beside import Beside
from mindport.symbols.binder import Unbound
from mindport.symbols.given_losses import GivenLoss
from mindport.symbols.leaving import Leaving
from mindport.symbols.torch_api import TorchApi
from mindport.symbols.uses import Bindings, Use
from mindport.symbols.values import ClassInfo
from mindport.target import Target


@dataclass(frozen=True)
class Site:
    """One document under analysis."""

    document: Document
    target: Target
    store: Store
    api: TorchApi
    bindings: Bindings
    taken: Callable[[], frozenset[str]] = frozenset
    """The names that other files of the workspace take from this one."""
    is_own: Callable[[str], bool] = lambda module: False
    """Whether a module that this file imports by this name is one of the workspace's."""
    shared: Callable[[], frozenset[str]] = frozenset
    """``taken``, with what files take that move together with this one."""
    computed: Callable[[], frozenset[str]] = frozenset
    """The names of this file that the forwards of networks in other files read, and ``.methods`` that
    they call."""
    left_beside: Callable[..., list[tuple[Path, Leaving]]] = lambda *_, **__: []
    """``Workspace.left_beside`` of this file."""
    given_losses_beside: Callable[[], list[GivenLoss]] = list
    """``Workspace.given_losses_beside`` of this file."""
    configured: Callable[[], frozenset[str]] = frozenset
    """The names with dots in the configuration files around this one."""
    reading: Callable[[Path], ast.Module | None] = lambda path: None
    """``Workspace.reading``: the tree of another file that reads gradients or masks."""
    beside: Beside = field(default_factory=Beside)
    """What the other files around this one do."""
    _parents: dict[ast.AST, ast.AST] = field(default_factory=dict)
    _candidates: dict[str, list[Equivalent]] = field(default_factory=dict)
    _whole: dict[ast.AST, dict[ast.AST, ast.AST]] = field(default_factory=dict)
    _symbols: dict[ast.Call, str] = field(default_factory=dict)
    _written: list[str] = field(default_factory=list)

    def candidates(self, entry: Entry) -> list[Equivalent]:
        """The entry's equivalents for this target, in the order to try."""
        found = self._candidates.get(entry.symbol)
        if found is None:
            found = self._candidates[entry.symbol] = candidates(entry, self.target)
        return found

    def helpers(self) -> Iterator[Definition]:
        """The helpers that a fix has put into the file."""
        tree = self.document.tree
        for node in tree.body if tree is not None else ():
            if isinstance(node, Definition):
                names = (node.name, *(node.name.removeprefix(prefix) for prefix in INSTEAD))
                if any(self.store.is_helper(name, self.document, node) for name in names):
                    yield node

    def written(self) -> str:
        """The file's text without the helpers that a fix has put into it."""
        if not self._written:
            text = self.document.text
            for span in reversed([self.document.span(node) for node in self.helpers()]):
                text = text[: span.start] + text[span.end :]
            self._written.append(text)
        return self._written[0]

    def facts(self, use: Use, *, first_alone: bool = False) -> tuple[UseFacts, Unbound | None]:
        """The facts of a use, and why its call could not be bound; see ``facts_of``."""
        return facts_of(
            self.document,
            use,
            self.bindings,
            self.api,
            written=self.written,
            beside=self.beside,
            first_alone=first_alone,
        )

    def parent(self, node: ast.AST, statement: ast.stmt | None) -> ast.AST | None:
        """The parent of ``node``; ``statement`` is the one that it stands in."""
        if node not in self._parents and statement is not None:
            for outer in walk(statement):
                for child in ast.iter_child_nodes(outer):
                    self._parents[child] = outer
        return self._parents.get(node)

    def parents(self, scope: ast.AST) -> dict[ast.AST, ast.AST]:
        """The parent of every node in ``scope``; each scope is looked at once."""
        if scope not in self._whole:
            self._whole[scope] = parents(scope)
        return self._whole[scope]

    def symbol_of(self, call: ast.Call) -> str:
        """The torch symbol that ``call`` calls, if it is known to; else nothing."""
        if not self._symbols:
            for use in self.bindings.uses:
                if use.call is not None and use.confidence != "name":
                    self._symbols[use.call] = use.symbol
        return self._symbols.get(call, "")

    def owner_of(self, function: ast.stmt) -> ClassInfo | None:
        """The class of the file that has a function as a method."""
        classes = self.bindings.classes
        return next((i for i in classes if i.node and function in i.node.body), None)

    def entry(self, use: Use) -> Entry | None:
        """The entry of a use: the nearest class's for members, else the symbol's own."""
        return self.store.entry(use.symbol, use.owner)
