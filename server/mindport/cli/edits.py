"""One finding's fix as plain replacements in its file."""

from __future__ import annotations

from mindport.document import Document, Span
from mindport.fixes.apply import apply_fixes
from mindport.fixes.rendering import Chunk
from mindport.report import Finding
from mindport.reports.results import Replacement, region


def replacements(document: Document, finding: Finding) -> tuple[Replacement, ...]:
    """What the fix changes when it is applied alone, from the beginning of the file to its end."""
    if finding.fix is None:
        return ()
    rendered = apply_fixes(document, [finding.fix], tidy=False)
    found: list[Replacement] = []
    position, new = 0, ""
    for chunk in (*rendered.chunks, Chunk("", len(document.text))):
        origin = chunk.origin
        if origin is None or origin < position:  # new text, or old text that moved back
            new += chunk.text
            continue
        if new or origin > position:
            found.append(Replacement(region(document, Span(position, origin)), new))
        position, new = origin + len(chunk.text), ""
    return tuple(found)
