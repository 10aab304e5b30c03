"""``try: clip_grad_norm_(...)`` with ``except Exception: pass``: the clipping alone, which raises nothing."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import CLIP_NAMES
from mindport.findings.training.layout import shares_line
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Clip without try", "去掉裁剪外层的 try")


def tried_clips(site: Site, code: Code, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix where nothing else stands in the way."""
    document, edits = site.document, list[Edit]()
    tried = [one for one in find(code.root, ast.Try) if code.knows(one) and _only_clips(one)]
    for one in tried:
        whole, clip = document.span(one), document.span(one.body[0])
        around = document.text[whole.start : clip.start] + document.text[clip.end : whole.end]
        if "#" not in around and not shares_line(document, one):
            edits.append(Edit(whole, (clip,)))
    inside = {node for one in tried for node in walk(one)}
    if not edits or any(obstacle.node not in inside for obstacle in obstacles):
        return None
    return Fix(TITLE, "safe", tuple(edits), rearranges=True)


def _only_clips(tried: ast.Try) -> bool:
    """Whether gradients are clipped, and nothing is done where that fails."""
    match tried:
        case ast.Try([ast.Expr(ast.Call(called))], handlers, [], []) if handlers:
            passes = all(isinstance(s, ast.Pass) for one in handlers for s in one.body)
            return passes and name_of(called) in CLIP_NAMES
    return False
