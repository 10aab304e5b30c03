"""Uses of torch's API: replaced as the knowledge base says (MP1xx), with their traps (MP2xx)."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from mindport.document import Span
from mindport.findings import messages
from mindport.findings.bases import (
    MODULE,
    inherits_twin,
    module_constructor_finding,
    twin_constructor_finding,
)
from mindport.findings.blocks import block_edits, dropped_operand, folded_branch
from mindport.findings.by_class import by_class_finding
from mindport.findings.by_value import known_calls_fix
from mindport.findings.called_losses import called_loss_finding
from mindport.findings.changed_inputs_kept import KEPT, from_a_copy
from mindport.findings.choice import ASKED_FOR, NAMING, Choice, choose, same_for_others
from mindport.findings.codes import structure_code
from mindport.findings.dropped import (
    dropped_fix,
    gives_first_alone,
    hands_back,
    pointless_statement,
    text_for_device,
)
from mindport.findings.functions import as_layer, function_doubt
from mindport.findings.inplace import inplace_doubt
from mindport.findings.items import restored
from mindport.findings.layer_settings import is_kept_by_its_class, setting_finding
from mindport.findings.no_base import NOTHING, without_base
from mindport.findings.norm_parameters import taken_away_finding
from mindport.findings.optimized import optimized_doubt
from mindport.findings.second_derivatives import second_derivative_doubt
from mindport.findings.site import Site
from mindport.findings.tested import (
    OF_OTHER_FILES,
    as_asked_for,
    as_instance,
    is_constructed_alone,
    is_derived_from,
    may_be_tested_for,
    may_hold,
    wrapper_fix,
)
from mindport.findings.type_names import type_name_finding
from mindport.knowledge.conditions import holds
from mindport.knowledge.schema import ELSEWHERE, Difference, Entry, Equivalent
from mindport.knowledge.templates import placeholders
from mindport.knowledge.wording import open_question
from mindport.report import Applicability, Confidence, Edit, Finding, Fix, Severity
from mindport.rewrites.arguments import Refusal
from mindport.rewrites.by_value import ByValue
from mindport.rewrites.calls import Rewrite, takes_all
from mindport.rewrites.facts import UseFacts
from mindport.symbols.results import mindspore_tensor_members
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text, join

NEVER, NONE, IDLE = "False", "None", "contextlib.nullcontext()"
# Methods that hardly anything but torch's tensors and modules has.
TAKEN = frozenset({"torch.Tensor.cuda", "torch.Tensor.detach"})


def api_finding(site: Site, use: Use) -> Finding | None:
    """What is to be said of one use; None when it can stay as it is."""
    if use.symbol.endswith(".__init__"):
        return _constructor(site, use)
    if torch_form := by_class_finding(site, use) or called_loss_finding(site, use):
        return torch_form
    use = as_asked_for(site, use)
    setting = setting_finding(site, use)
    if setting is not None:
        return setting
    parameter = taken_away_finding(site, use) or _parameter(site, use)
    if parameter is not None:
        return parameter
    entry = site.entry(use)
    if entry is None:
        return _unknown(site, use)
    if _runs_as_it_is(site, use):
        return None
    if not entry.equivalents:
        kept = is_kept_by_its_class(site, use)
        return None if kept else _without_equivalent(site, use, entry)
    if hands_back(use, entry, site.api):
        return _pointless_decorator(site, use, entry)
    alone = gives_first_alone(use, entry, site.api)
    facts, unbound = site.facts(use, first_alone=alone)
    possible = site.candidates(entry)
    if getattr(use.node, "attr", "") == "__init__":
        possible = [item for item in possible if item.api is not None]
        possible = [item for item in possible if item.helper is None] or possible
    chosen = choose(site, facts, possible)
    if chosen is None:
        return _without_choice(site, use, entry, possible)
    equivalent, result = chosen.equivalent, chosen.result
    if use.context in ASKED_FOR and equivalent.helper and not may_hold(site, equivalent.helper):
        message = messages.cannot(entry.symbol, OF_OTHER_FILES)
        return _finding(site, use, "MP102", "error", message, None, wrapper_fix(site, use))
    if use.context == "reference" and (isinstance(result, ByValue) or equivalent.helper):
        known = known_calls_fix(site, entry, facts)
        if known is not None:
            return _by_known_calls(site, use, known[0], known[1])
    if isinstance(result, ByValue):
        return _by_value(site, use, equivalent, result)
    if isinstance(result, Rewrite) and equivalent.items:
        whole = _as_a_whole(site, use, facts, chosen, possible)
        if whole is not None and isinstance(whole.result, Rewrite):
            equivalent, result = whole.equivalent, whole.result
    if isinstance(result, Rewrite) and function_doubt(site, use, entry, equivalent):
        layer = as_layer(site, use, entry, facts, possible)
        if layer is not None and isinstance(layer.result, Rewrite):
            equivalent, result, chosen = layer.equivalent, layer.result, layer
    if isinstance(result, Refusal):
        reason = result.reason if unbound is None else unbound.reason
        return _refused(site, use, equivalent, reason)
    return _rewritten(site, use, entry, facts, equivalent, result, chosen.certain)


def _as_a_whole(
    site: Site, use: Use, facts: UseFacts, chosen: Choice, possible: Sequence[Equivalent]
) -> Choice | None:
    """What gives the items as torch does, where the source does not show how they are taken."""
    assert isinstance(chosen.result, Rewrite)
    if not restored(site, use, chosen.result, chosen.equivalent.items).doubts:
        return None
    other = choose(site, facts, [item for item in possible if not item.items])
    if other is None or not other.certain or not other.equivalent.holds(site.target):
        return None
    return other if isinstance(other.result, Rewrite) and not other.result.doubts else None


def _without_choice(
    site: Site, use: Use, entry: Entry, possible: Sequence[Equivalent]
) -> Finding | None:
    if not possible:
        message = messages.missing_equivalent(entry, site.target)
        return _finding(site, use, "MP107", "error", message, None)
    if all(item.when in ELSEWHERE for item in possible):
        return _without_equivalent(site, use, entry)
    if unread := type_name_finding(site, use):
        return unread
    reason = Text(
        "MindSpore has no equivalent for these arguments.",
        "MindSpore 没有适用于这些参数的对应接口。",
    )
    message = messages.cannot(entry.symbol, join(reason, entry.advice))
    return _finding(site, use, "MP102", "error", message, None)


def _runs_as_it_is(site: Site, use: Use) -> bool:
    """Whether a method that changes MindSpore's own tensor is on devices that all have it."""
    value = None if use.receiver is None else site.bindings.values.get(use.receiver)
    if value is None or not value.name.startswith("mindspore.") or "CPU" in site.target.devices:
        return False
    return use.symbol.rpartition(".")[2] in mindspore_tensor_members()


def _constructor(site: Site, use: Use) -> Finding | None:
    """``super().__init__(...)`` of a class that derives from a torch layer: its arguments."""
    cls = use.symbol.removesuffix(".__init__")
    if inherits_twin(site, use):
        return None if use.receiver is not None else twin_constructor_finding(site, use)
    empty = use.call is not None and not use.call.args and not use.call.keywords
    if empty and use.receiver is not None:
        return None
    if site.store.entry(cls) is None:
        return _unknown(site, use)
    if cls == MODULE and use.receiver is not None:
        return None
    if cls == MODULE and (by_class := module_constructor_finding(site, use)):
        return by_class
    return api_finding(site, replace(use, symbol=cls, owner=None))


def _parameter(site: Site, use: Use) -> Finding | None:
    """``norm.weight`` where MindSpore's layer calls the parameter otherwise."""
    entry = None if use.owner is None else site.store.entry(use.owner)
    if entry is None or not isinstance(use.node, ast.Attribute):
        return None
    chosen = next((e for e in site.candidates(entry) if e.holds(site.target)), None)
    name = use.node.attr
    if chosen is None or site.store.own(f"{use.owner}.{name}") is not None:
        return None
    if name in chosen.values:
        return _other_meaning(site, use, entry, chosen, name)
    if name not in chosen.parameters:
        return None
    other = chosen.parameters[name]
    end = site.document.span(use.node).end
    edit = Edit(Span(end - len(name), end), (other,))
    applicability: Applicability = "safe" if entry.is_proved(chosen) else "unsafe"
    title = messages.title(messages.RENAME_TITLE, other)
    message = Text(
        f"The parameter {name} of {use.owner} is called {other} in {chosen.api}.",
        f"{use.owner} 的参数 {name} 在 {chosen.api} 中名为 {other}。",
    )
    fix = Fix(title, applicability, (edit,))
    return _finding(site, use, "MP307", "warning", message, chosen, fix)


def _other_meaning(
    site: Site, use: Use, entry: Entry, chosen: Equivalent, name: str
) -> Finding | None:
    """``norm.momentum``, which MindSpore's layer takes with another meaning.

    What it keeps can be read as in torch; what is assigned to it later has no effect.
    """
    if name in chosen.keeps and isinstance(getattr(use.node, "ctx", None), ast.Load):
        return None
    code = next((d.code for d in entry.differences if d.code), None) or "MP220"
    text = messages.readable(chosen.values[name])
    message = Text(
        f"The attribute {name} of {use.owner} means something else in {chosen.api}: {text}.",
        f"{use.owner} 的属性 {name} 在 {chosen.api} 中含义不同：{text}。",
    )
    return _finding(site, use, code, "error", message, chosen)


def _rewritten(
    site: Site,
    use: Use,
    entry: Entry,
    facts: UseFacts,
    equivalent: Equivalent,
    result: Rewrite,
    certain: bool,
) -> Finding | None:
    told_here = [
        difference
        for difference in entry.differences
        if (use.context not in NAMING or "context" in (difference.when or ""))
        and difference.concerns(site.target)
    ]
    differences = [(d, holds(d.when, facts)) for d in told_here]
    applying = [d for d, verdict in differences if verdict is not False]
    unfixed = [d for d, verdict in differences if verdict is not False and not d.fixed]
    traps = [d for d in applying if d.code]
    code = traps[0].code if traps and traps[0].code else structure_code(entry.symbol) or "MP101"
    twin = equivalent.helper is not None and takes_all(entry.symbol, equivalent, site.store)
    unseen = twin and (use.context == "reference" or facts.binding is None)
    if unseen:
        code, applying = "MP109", []
    if equivalent.items:
        result = restored(site, use, result, equivalent.items)
    of_others = use.context == "type" and _may_be_of_others(site, use, entry, equivalent)
    derived = of_others and is_derived_from(site, use.symbol)
    instance = as_instance(site, use) if of_others and not derived else ()
    result = replace(result, edits=(*instance, *result.edits))
    if not result.edits and not derived:
        return _unchanged(site, use, entry, equivalent, unfixed)
    kept = from_a_copy(site, use, facts, equivalent, result)
    doubts = list(kept.doubts)
    if kept is not result:
        result = kept
        doubts.append(KEPT)
    if facts.binding is not None and not same_for_others(site, facts, entry, result):
        doubts.append(messages.UNSURE_OVERLOAD)
    if not certain and equivalent.when:
        doubts.append(messages.unsure_condition(open_question(equivalent.when, facts)))
    doubts += [d.text for d in unfixed]
    if not equivalent.holds(site.target):
        code = "MP107"
        doubts.append(messages.missing_device(equivalent, site.target))
    elif not entry.is_proved(equivalent):
        doubts.append(messages.not_proved(entry, equivalent, site.target))
    inplace = inplace_doubt(site, use, facts)
    if inplace is not None:
        code = "MP209"
        doubts.append(inplace)
    optimized = optimized_doubt(site, use)
    if optimized is not None:
        doubts.append(optimized)
    again = second_derivative_doubt(site, use)
    if again is not None:
        code = "MP220"
        doubts.append(again)
    if _is_taken_for_tensor(site, use):
        doubts.append(messages.guessed(use.symbol))
    as_function = function_doubt(site, use, entry, equivalent)
    if as_function is not None:
        doubts.append(as_function)
    if twin and use.context == "reference" and may_be_tested_for(site, use):
        doubts.append(messages.TESTED_FOR)
    if of_others and not (instance and is_constructed_alone(site, use.symbol)):
        doubts.append(messages.VERY_CLASS)
    if use.confidence == "name":
        return _guess(site, use, equivalent, result)
    caution = join(*doubts) if doubts else None
    if result.template is not None:
        equivalent = replace(equivalent, api=None, to=result.template)
    name = messages.name_of(equivalent).removeprefix("mindspore.")
    edits = result.edits
    if pointless := pointless_statement(site, use, _handed_back(use, facts, equivalent)):
        edits = (pointless,)
    elif use.context == "base" and equivalent.to == NOTHING and (bare := without_base(site, use)):
        edits = (bare,)
    elif use.context == "annotation" and equivalent.to == "str":
        edits = (text_for_device(site, use),)
    elif equivalent.to == NEVER and not doubts:
        edits = folded_branch(site, use) or dropped_operand(site, use) or edits
    freed = equivalent.to == IDLE and _without_header(site, use)
    edits = freed or edits
    title = messages.written_as(entry.symbol, equivalent, name)
    fix = Fix(title, "unsafe" if doubts else "safe", edits, caution) if edits else None
    if fix is not None and freed:  # what stands in the block comes together with what is around it
        fix = replace(fix, rearranges=True)
    told = [d.text for d in applying if d.code and d not in unfixed]
    said = messages.twin if unseen else messages.freed if freed else messages.replaced
    message = join(said(entry.symbol, equivalent), *told, caution)
    return _finding(site, use, code, "warning", message, equivalent, fix)


def _without_header(site: Site, use: Use) -> tuple[Edit, ...] | None:
    """The block of a ``with`` whose context does nothing in MindSpore, by itself."""
    statement = use.statement
    if not isinstance(statement, ast.With) or use.context != "with":
        return None
    return block_edits(site.document, statement, use)


def _may_be_of_others(site: Site, use: Use, entry: Entry, named: Equivalent) -> bool:
    """Whether layers may be of another class than the one that a test for the very class names.

    They are where the file makes some by another equivalent, and may be where others make them.
    """
    if not is_constructed_alone(site, use.symbol):
        return True
    calls = (u for u in site.bindings.uses if u.symbol == use.symbol and u.context == "call")
    for call in calls:
        facts, _ = site.facts(call)
        chosen = choose(site, facts, site.candidates(entry))
        if chosen is None or chosen.equivalent.api != named.api:
            return True
    return False


def _handed_back(use: Use, facts: UseFacts, equivalent: Equivalent) -> ast.expr | None:
    """What stands for all that the equivalent leaves of the call: its receiver, one of its arguments,
    or the call itself where that is None."""
    if equivalent.to == messages.ITSELF:
        return use.receiver
    if equivalent.to == NONE:
        return use.call
    names = placeholders(equivalent.to or "")
    return next((facts.node(name) for name in names if equivalent.to == f"{{{name}}}"), None)


def _unchanged(
    site: Site, use: Use, entry: Entry, equivalent: Equivalent, unfixed: list[Difference]
) -> Finding | None:
    """The text can stay, if the target has it; a trap that it holds is still told."""
    if not equivalent.holds(site.target) and use.confidence != "name":
        message = messages.missing_device(equivalent, site.target)
        return _finding(site, use, "MP107", "warning", message, equivalent)
    if _only_elsewhere(entry, equivalent) and use.confidence != "name":
        message = messages.not_proved(entry, equivalent, site.target)
        return _finding(site, use, "MP107", "warning", message, equivalent)
    traps = [d for d in unfixed if d.code]
    if not traps or use.confidence == "name":
        return None
    message = join(*(d.text for d in traps))
    return _finding(site, use, traps[0].code or "MP220", "warning", message, equivalent)


def _only_elsewhere(entry: Entry, equivalent: Equivalent) -> bool:
    """Whether runs showed it equal on other versions than the target's, and not on that."""
    return not entry.is_proved(equivalent) and bool(entry.proved_on(equivalent))


# Methods that MindSpore's tensors have as well, and that silently give something else there.
SAME_NAME = ("torch.Tensor.std", "torch.Tensor.var")
SPREAD = Text(
    "torch divides by the number of values less one, MindSpore and NumPy by the number of values: "
    "write ddof=1 for a tensor.",
    "torch 除以元素个数减一，MindSpore 与 NumPy 则除以元素个数：对张量请写 ddof=1。",
)


def _guess(site: Site, use: Use, equivalent: Equivalent, result: Rewrite) -> Finding:
    message = join(messages.guessed(use.symbol), messages.replaced(use.symbol, equivalent))
    if use.symbol in SAME_NAME and use.call is not None and not use.call.keywords:
        message = join(messages.guessed(use.symbol), SPREAD)
        return _finding(site, use, "MP220", "warning", message, equivalent, None)
    name = messages.name_of(equivalent).removeprefix("mindspore.")
    title = messages.title(messages.RENAME_TITLE, name)
    fix = Fix(title, "unsafe", result.edits, messages.guessed(use.symbol))
    return _finding(site, use, "MP110", "hint", message, equivalent, fix)


def _unknown(site: Site, use: Use) -> Finding | None:
    if use.confidence == "name":
        return None
    if site.api.kind(use.symbol) == "module":
        return _finding(site, use, "MP103", "error", messages.module_as_value(use.symbol), None)
    if use.owner is not None and site.api.kind(use.symbol) in ("attribute", None):
        return None
    if _is_of_a_dataset(site, use.symbol):
        return None
    return _finding(site, use, "MP106", "warning", messages.unknown(use.symbol), None)


def _is_of_a_dataset(site: Site, symbol: str) -> bool:
    """Whether it gives the samples, or their number, of a dataset of torchvision's, which the helper
    for the class gives under the same name."""
    owner, _, method = symbol.rpartition(".")
    if method not in ("__getitem__", "__len__") or not owner.startswith("torchvision.datasets."):
        return False
    entry = site.store.entry(owner)
    return entry is not None and any(one.helper for one in entry.equivalents)


def _without_equivalent(site: Site, use: Use, entry: Entry) -> Finding | None:
    advice = entry.advice or Text("", "")
    symbol = entry.symbol
    if use.confidence == "name":
        if entry.status != "dropped":
            return None
        message = join(messages.guessed(symbol), advice)
        fix = dropped_fix(site, use)
        if fix is not None:
            fix = replace(fix, applicability="unsafe", caution=messages.guessed(symbol))
        return _finding(site, use, "MP110", "hint", message, None, fix)
    if entry.status == "dropped":
        code = structure_code(symbol) or "MP105"
        message = Text(f"{symbol}: {advice.en}", f"{symbol}：{advice.zh}")
        fix = dropped_fix(site, use)
        if fix is not None and _is_taken_for_tensor(site, use):
            fix = replace(fix, applicability="unsafe", caution=messages.guessed(symbol))
            message = join(messages.guessed(symbol), advice)
        unfixed = [d.text for d in entry.differences if not d.fixed]
        if fix is not None and unfixed:
            fix = replace(fix, applicability="unsafe", caution=join(*unfixed))
            message = join(message, *unfixed)
        return _finding(site, use, code, "warning", message, None, fix)
    code = structure_code(symbol) or ("MP104" if entry.status == "unsupported" else "MP103")
    message = Text(f"{symbol}: {advice.en}", f"{symbol}：{advice.zh}")
    return _finding(site, use, code, "error", message, None)


def _is_taken_for_tensor(site: Site, use: Use) -> bool:
    """``x.cuda()``, ``x.detach()`` of what may be anything that a program makes itself."""
    if use.confidence != "likely" or use.symbol not in TAKEN or use.receiver is None:
        return False
    if not use.symbol.endswith(f".{getattr(use.node, 'attr', '')}"):
        return False  # detach_, which nothing else has
    asked = use.call is not None and bool(use.call.keywords)
    return not asked and site.bindings.values.get(use.receiver, UNKNOWN) is UNKNOWN


def _pointless_decorator(site: Site, use: Use, entry: Entry) -> Finding:
    """``@torch.jit.script``, where MindSpore runs the function as it is."""
    message = Text(
        f"{entry.symbol}: nothing is needed in its place.",
        f"{entry.symbol}：无需对应写法，可直接去掉。",
    )
    message = join(message, *(difference.text for difference in entry.differences))
    code = structure_code(entry.symbol) or "MP105"
    return _finding(site, use, code, "warning", message, None, dropped_fix(site, use))


def _refused(site: Site, use: Use, equivalent: Equivalent, reason: Text) -> Finding | None:
    if use.confidence == "name":
        return None
    message = messages.cannot(use.symbol, reason)
    return _finding(site, use, "MP102", "error", message, equivalent)


def _by_value(site: Site, use: Use, equivalent: Equivalent, result: ByValue) -> Finding:
    """A class or function that is handed on, to be called with anything."""
    message = messages.by_value(use.symbol, equivalent.api or "", result)
    named = "context" in (equivalent.when or "")
    conditional = equivalent.when is not None and not named
    if not result.refuses or conditional or not equivalent.holds(site.target):
        return _finding(site, use, "MP109", "error", message, equivalent)
    name = messages.name_of(equivalent).removeprefix("mindspore.")
    title = messages.title(messages.RENAME_TITLE, name)
    caution = messages.ONLY_NAMED if named else messages.LOOK_AT_CALLS
    fix = Fix(title, "unsafe", result.edits, caution)
    message = join(message, caution)
    return _finding(site, use, "MP109", "warning", message, equivalent, fix)


def _by_known_calls(
    site: Site, use: Use, equivalent: Equivalent, edits: tuple[Edit, ...]
) -> Finding:
    """A class that is handed on to calls that all of MindSpore's takes."""
    name = messages.name_of(equivalent).removeprefix("mindspore.")
    fix = Fix(messages.title(messages.RENAME_TITLE, name), "safe", edits)
    message = messages.replaced(use.symbol, equivalent)
    return _finding(site, use, "MP109", "warning", message, equivalent, fix)


def _finding(
    site: Site,
    use: Use,
    code: str,
    severity: Severity,
    message: Text,
    equivalent: Equivalent | None,
    fix: Fix | None = None,
) -> Finding:
    confidence: Confidence = use.confidence
    name = None if equivalent is None else messages.name_of(equivalent)
    span = site.document.span(use.node)
    if use.receiver is not None:
        span = Span(span.end - len(getattr(use.node, "attr", "")), span.end)
    return Finding(code, severity, use.symbol, name, confidence, message, span, fix)
