"""``loss_scaler(loss, optimizer)``: calls of the user's that differentiate a loss and step."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.site import Site
from mindport.findings.training.names import path_of, root_of
from mindport.symbols.given_losses import GRADS, GivenLoss, bound, given_losses, given_to
from mindport.symbols.uses import MethodCall
from mindport.symbols.values import ClassInfo, FunctionInfo


@dataclass(frozen=True, eq=False)
class GivenCall:
    """One call of what is given a loss.

    Attributes:
        rule: what that does.
        loss: the argument that is the loss.
        optimizer: what steps, as the caller sees it.
        scaler: what scales the loss, as the caller sees it; None where nothing does.
        clipped: the argument whose gradients are clipped.
        condition: the argument that says whether it steps; None where it does by default.
        is_known: whether the class or function of the callee is seen, and not just taken for one.
    """

    rule: GivenLoss
    call: ast.Call
    loss: ast.expr
    optimizer: str
    scaler: str | None
    clipped: ast.expr | None
    condition: ast.expr | None
    is_known: bool


def given_call(site: Site, made: MethodCall) -> GivenCall | None:
    """What a call does with a loss that it gives; None where it gives none, or gradients already."""
    found = [(rule, one) for rule in _rules(site, made) if (one := bound(rule, made.call))]
    calls = [call for rule, given in found if (call := _call(made, rule, given)) is not None]
    protocols = {
        (one.loss, one.optimizer, one.scaler, one.clipped, one.condition, one.rule.changes)
        for one in calls
    }
    return calls[0] if len(calls) == len(found) and len(protocols) == 1 else None


def _rules(site: Site, made: MethodCall) -> Iterator[GivenLoss]:
    info = made.value.info
    if isinstance(info, ClassInfo):
        rule = given_losses(info).get(made.name)
        yield from () if rule is None else (rule,)
    elif isinstance(info, FunctionInfo):
        rule = given_to(info)
        # One that no other file takes goes to where it is called.
        if rule is not None and (info.node is None or info.name in site.shared()):
            yield rule
    elif made.name == "__call__":
        yield from site.given_losses_beside()


def _call(made: MethodCall, rule: GivenLoss, given: dict[str, ast.expr]) -> GivenCall | None:
    loss = given.get(rule.loss)
    if loss is None or any(GRADS.fullmatch(root_of(path_of(one) or "")) for one in given.values()):
        return None
    function = made.call.func
    is_method = made.name != "__call__" and isinstance(function, ast.Attribute)
    holder = path_of(made.receiver if is_method else function)

    def seen(path: str) -> str | None:
        if path.startswith("self."):
            return f"{holder}{path.removeprefix('self')}" if holder is not None else None
        return path_of(given[path]) if path in given else None

    optimizer = seen(rule.optimizer)
    scaler = None if rule.scaler is None else seen(rule.scaler)
    if optimizer is None or (rule.scaler is not None and scaler is None):
        return None
    clipped = given.get(rule.clipped or "")
    if isinstance(clipped, ast.Constant):
        clipped = None
    condition = given.get(rule.condition)
    known = made.value.info is not None
    return GivenCall(rule, made.call, loss, optimizer, scaler, clipped, condition, known)
