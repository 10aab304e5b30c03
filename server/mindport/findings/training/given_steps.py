"""A function of the user's that is given a loss takes its gradients: ``def __call__(self, grads, optimizer):``.

It clips and steps with them; the callers differentiate (``given_calls``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.byhand import called_loops, gradient_loops, is_unpaired
from mindport.findings.training.code import Code
from mindport.findings.training.forms import handed_gradients, unknown_forms
from mindport.findings.training.gradient_reads import path_reads
from mindport.findings.training.holders import holds_just
from mindport.findings.training.layout import names_of_function
from mindport.findings.training.model import HANDED, Draft, Handed, Plan, Update
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.plan import on_the_way
from mindport.symbols.given_losses import GivenLoss, given_loss, given_losses


def rule_of(site: Site, code: Code) -> GivenLoss | None:
    """What a function does with a loss, if it is one that is to take gradients."""
    function = code.root
    if not isinstance(function, ast.FunctionDef):
        return None
    owner = site.owner_of(function)
    if owner is not None:
        return given_losses(owner).get(function.name)
    tree = site.document.tree
    is_taken = tree is not None and function in tree.body and function.name in site.shared()
    return given_loss(function) if is_taken else None


def given_plan(draft: Draft, rule: GivenLoss) -> Plan:
    """The plan of such a function, or what is in the way."""
    [backward] = draft.of("backward")
    found = [*unknown_forms(draft), *handed_gradients(draft)]
    found = [obstacle for obstacle in found if obstacle.node is not backward.call]
    [step] = draft.of("step")
    clips = tuple(draft.of("clip"))
    found += _misplaced(draft)
    update = Update(step, (), clips)
    loops = [replace(loop, update=update) for loop in called_loops(draft)]
    found += (Obstacle(loop.around, told.GRAD_READ) for loop in loops if not is_unpaired(loop))
    own = [read for loop in gradient_loops(draft.code) for read in loop.reads]
    own += [read.node for read in path_reads(draft.facts, draft.code)]
    found += (Obstacle(read, told.GRAD_READ) for read in own)
    root = draft.code.root
    assert isinstance(root, ast.FunctionDef)
    if HANDED in names_of_function(root):
        found.append(Obstacle(backward.call, told.given_loss(rule.loss)))
    if found:
        return Plan(obstacles=tuple(sorted(found, key=lambda o: o.line)))
    parameter = next(a for a in root.args.args if a.arg == rule.loss)
    return Plan(
        updates=(update,),
        zeros=tuple(draft.of("zero")),
        loops=tuple(loops),
        doubts=(Obstacle(step.call, told.moved_together(rule.name)), *draft.doubts),
        handed=Handed(parameter, backward, rule.keeps),
    )


def _misplaced(draft: Draft) -> Iterator[Obstacle]:
    """Clips that are not on the way from the backward call to the step."""
    [backward], [step] = draft.of("backward"), draft.of("step")
    at = draft.events.index
    for clip in draft.of("clip"):
        owned = (clip.on or "").startswith("self.") and not clip.is_scaled
        held = holds_just(draft, step.on or "", frozenset({clip.on or ""})) if owned else True
        if held is None:
            draft.doubts.append(
                Obstacle(clip.call, told.holds_parameters(step.on or "", clip.on or ""))
            )
        between = at(backward) < at(clip) < at(step) and on_the_way(draft, clip, step, 1)
        if not between or held is False:
            yield Obstacle(clip.call, told.CLIP_PLACE)
