"""What an analysis says of one document: uses, findings, and the fixes that findings carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mindport.document import Document, Span
from mindport.target import Target
from mindport.texts import Text

Severity = Literal["error", "warning", "info", "hint"]
Confidence = Literal["certain", "likely", "name"]
Applicability = Literal["safe", "unsafe"]
Status = Literal["mapped", "conditional", "manual", "unsupported", "dropped", "unknown"]


@dataclass(frozen=True, slots=True)
class Name:
    """A full dotted API name inside an edit; written as the imports of the file allow."""

    api: str


@dataclass(frozen=True, slots=True)
class Operand:
    """A range that takes part in an operation: in parentheses unless it binds tightly."""

    span: Span


@dataclass(frozen=True, slots=True)
class Moved:
    """A range from elsewhere with the other edits applied inside it.

    Another edit of the same fix takes it away where it was: one that spans more than the range.
    ``operand``: in parentheses unless it binds tightly.
    """

    span: Span
    operand: bool = False


class Parenthesis(str):
    """One around what takes an expression's place; left out where the text around needs none."""

    __slots__ = ()


Piece = str | Span | Operand | Moved | Name


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces ``span`` with ``pieces``: text, API names, and ranges of the original text.

    A Span among the pieces stands for that range *with the other edits applied inside it*, so
    that edits nest: a call inside the argument of a rewritten call is rewritten too.
    """

    span: Span
    pieces: tuple[Piece, ...]


# The pieces of an edit that takes away a line's indentation, or some of it.
DEDENT: tuple[Piece, ...] = ("",)


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together, and whether they were shown to keep the meaning."""

    title: Text
    applicability: Applicability
    edits: tuple[Edit, ...]
    caution: Text | None = None
    rearranges: bool = False
    """Whether it only puts torch's statements into another order, for other fixes to follow."""


@dataclass(frozen=True, slots=True)
class SourceUse:
    """One reference to a torch symbol, as ``--references`` reports it."""

    symbol: str
    status: Status
    confidence: Confidence
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is left to do."""

    code: str
    severity: Severity
    symbol: str
    equivalent: str | None
    confidence: Confidence
    message: Text
    span: Span
    fix: Fix | None = None
    of_others: bool = False
    """Whether only other files, which may be migrated before this one, show that it is there."""


@dataclass(frozen=True)
class Report:
    """Everything that is known about one document on one target; all output comes from it."""

    document: Document
    target: Target
    uses: tuple[SourceUse, ...]
    findings: tuple[Finding, ...]

    @property
    def classified(self) -> int:
        """How many uses have an entry in the knowledge base."""
        return sum(use.status != "unknown" for use in self.uses)
