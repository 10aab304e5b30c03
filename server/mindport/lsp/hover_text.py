"""What a hover says of one torch symbol, as Markdown."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.messages import name_of, readable
from mindport.knowledge.schema import Entry, Equivalent
from mindport.knowledge.store import Store, candidates
from mindport.knowledge.wording import in_words
from mindport.lsp.defaults import ordinary
from mindport.lsp.links import mindspore_link, torch_link
from mindport.report import Status
from mindport.reports.samples import samples_text
from mindport.reports.text import STATUS_TEXTS
from mindport.symbols.signatures import Parameter, Signature
from mindport.symbols.torch_api import TorchApi
from mindport.target import Target
from mindport.texts import Language, Text

MARK = "⚠"
LONGEST_CONDITION = 50
MOST_EQUIVALENTS = 4


@dataclass(frozen=True, slots=True)
class Sources:
    """What the text is drawn from, and for whom."""

    store: Store
    api: TorchApi
    target: Target
    language: Language


def hover_text(
    symbol: str, sources: Sources, chosen: str | None = None, guess: bool = False
) -> str | None:
    """Everything that is known of a canonical torch symbol; None when it is no symbol of torch.

    ``chosen`` is the equivalent that the finding at the place names, ``guess`` says that only the
    name tells that the symbol is meant.
    """
    entry = sources.store.entry(symbol)
    if entry is None and sources.api.canonical(symbol) is None:
        return None
    parts = list(_parts(symbol, entry, sources, chosen, guess))
    return "\n\n".join(part for part in parts if part)


def without_markup(markdown: str) -> str:
    """The same for a client that shows text as it is."""
    text = re.sub(r"\[([^\]]*)\]\(([^)]*)\)", r"\1: \2", markdown)
    lines = [line for line in text.split("\n") if not line.startswith("| ---")]
    return "\n".join(re.sub(r"\*\*|`|^\| | \|$", "", line.rstrip()) for line in lines)


def _parts(
    symbol: str, entry: Entry | None, sources: Sources, chosen: str | None, guess: bool
) -> Iterator[str]:
    language = sources.language
    status: Status = "unknown" if entry is None else entry.status
    possible = candidates(entry, sources.target) if entry is not None else []
    equivalent = _equivalent(possible, chosen, sources.api.signatures(symbol))
    head = f"**`{symbol}`**"
    if equivalent is not None:
        head += f" → **`{_name(equivalent)}`**"
    yield f"{head}  \n`{status}` {STATUS_TEXTS[status](language)}"
    if guess:
        yield Text(
            "*Only the name suggests this: the type of the value is not known.*",
            "*仅根据名称推测：无法确定该值的类型。*",
        )(language)
    if entry is not None:
        yield from _entry_parts(entry, possible, equivalent, sources)
    yield _links(symbol, equivalent, sources)


def _entry_parts(
    entry: Entry, possible: list[Equivalent], equivalent: Equivalent | None, sources: Sources
) -> Iterator[str]:
    language = sources.language
    if entry.advice is not None:
        yield entry.advice(language)
    if entry.equivalents and equivalent is None:
        yield Text(
            f"There is no equivalent for {sources.target}.", f"{sources.target} 上没有对应接口。"
        )(language)
    yield _alternatives(possible, language)
    if equivalent is not None:
        yield _parameters(entry, equivalent, sources)
    yield _differences(entry, language)
    if equivalent is not None:
        yield _helper(equivalent, sources)
        yield _where(equivalent, language)
        yield _evidence(entry, equivalent, sources.target, language)
        if entry.samples is not None:
            label = Text("Samples", "样例")(language)
            yield f"**{label}** {samples_text(entry.samples)(language)}"


def _equivalent(
    possible: list[Equivalent], chosen: str | None, overloads: tuple[Signature, ...]
) -> Equivalent | None:
    """The equivalent called ``chosen``; of several forms the one for ordinary arguments."""
    named = [one for one in possible if _name(one) == chosen] or possible
    return ordinary(named, overloads[0] if overloads else None)


def _name(equivalent: Equivalent) -> str:
    return name_of(equivalent) if equivalent.api else readable(equivalent.to or "")


def _alternatives(possible: list[Equivalent], language: Language) -> str:
    """The equivalents with their conditions, where there is a choice."""
    if len(possible) < 2 and not any(one.when for one in possible):
        return ""
    names = Counter(map(_name, possible))
    shown = [
        f"- `{_name(one)}`{_when(one, names[_name(one)] == 1)(language)} · {', '.join(one.devices)}"
        for one in possible[:MOST_EQUIVALENTS]
    ]
    return "\n".join(dict.fromkeys(shown))


def _when(equivalent: Equivalent, alone: bool) -> Text:
    """For which arguments an equivalent is, where that is said in a few words."""
    if equivalent.when is None:
        return Text("", "")
    words = in_words(equivalent.when)
    if not alone or len(words.en) > LONGEST_CONDITION:
        return Text(" for some arguments", "（部分参数）")
    return Text(f" if {words.en}", f"（当{words.zh}时）")


def _parameters(entry: Entry, equivalent: Equivalent, sources: Sources) -> str:
    """The parameters of both sides in a table; what differs comes first and is bold."""
    if equivalent.api is None:
        return ""
    overloads = sources.api.signatures(entry.symbol)
    theirs = next(iter(sources.store.signatures(equivalent.api)), None)
    if not overloads or theirs is None:
        return ""
    ours = max(overloads, key=lambda one: _matching(one, theirs, equivalent))
    header = Text("PyTorch|MindSpore|Note", "PyTorch|MindSpore|说明")(sources.language)
    rows = [header.split("|"), ["---"] * 3]
    body = sorted(_rows(ours, theirs, equivalent, sources.language), key=_urgency)
    if not body:
        return ""
    rows += body
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _urgency(row: list[str]) -> int:
    """Rows with a note first, then renamed parameters, then those that are alike."""
    return 0 if row[2] else int(row[0] == row[1]) + 1


def _matching(ours: Signature, theirs: Signature, equivalent: Equivalent) -> int:
    names = [_mapped(parameter.name, equivalent) for parameter in ours.parameters]
    return sum(theirs.parameter(name) is not None for name in names)


def _mapped(name: str, equivalent: Equivalent) -> str:
    return equivalent.args.get(name, name)


def _rows(
    ours: Signature, theirs: Signature, equivalent: Equivalent, language: Language
) -> Iterator[list[str]]:
    taken: set[str] = set()
    for parameter in ours.parameters:
        name = _mapped(parameter.name, equivalent)
        other = theirs.parameter(name)
        if other is None and theirs.parameters and parameter.kind in ("varargs", "kwargs"):
            continue
        if other is not None:
            taken.add(name)
        yield [
            _cell(parameter),
            "—" if other is None else _cell(other, bold=_differs(parameter, other, equivalent)),
            _note(parameter, other, equivalent, language),
        ]
    for name, value in equivalent.set.items():
        other = theirs.parameter(name)
        if other is not None and name not in taken:
            taken.add(name)
            yield ["—", _cell(other, bold=True), _written(value, language)]
    rest = [p for p in theirs.parameters if p.name not in taken and p.name != "self"]
    if rest:
        only = Text("MindSpore only", "仅 MindSpore")(language)
        yield ["—", ", ".join(_cell(parameter) for parameter in rest), only]


def _differs(parameter: Parameter, other: Parameter, equivalent: Equivalent) -> bool:
    """Whether leaving the argument away means something else in MindSpore."""
    if parameter.name in equivalent.same or parameter.name in equivalent.values:
        return parameter.name in equivalent.values
    if parameter.default is None:
        return False
    return _value(parameter.default) != _value(other.default)


def _value(default: str | None) -> object:
    if default is None:
        return ()
    try:
        return ast.literal_eval(default)
    except (ValueError, SyntaxError):
        return default


def _note(
    parameter: Parameter, other: Parameter | None, equivalent: Equivalent, language: Language
) -> str:
    name = parameter.name
    if name in equivalent.values:
        return _written(readable(equivalent.values[name]), language)
    if other is None:
        return Text("left out", "去掉")(language) if name in equivalent.drop else ""
    if _differs(parameter, other, equivalent):
        if other.default is None:
            return Text("must be given", "必须给出")(language)
        return Text(f"{MARK} other default", f"{MARK} 默认值不同")(language)
    return ""


def _written(value: str, language: Language) -> str:
    return _escaped(Text(f"{MARK} written as `{value}`", f"{MARK} 写为 `{value}`")(language))


def _cell(parameter: Parameter, bold: bool = False) -> str:
    prefix = {"varargs": "*", "kwargs": "**"}.get(parameter.kind, "")
    default = "" if parameter.default is None else f"={parameter.default}"
    text = f"`{prefix}{parameter.name}{_escaped(default)}`"
    return f"**{text}**" if bold else text


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def _differences(entry: Entry, language: Language) -> str:
    lines = []
    for difference in entry.differences:
        mark = f"{MARK} **{difference.code}** " if difference.code else ""
        left = (
            Text(" (not rewritten)", "（不会自动改写）")(language) if not difference.fixed else ""
        )
        lines.append(f"- {mark}{difference.text(language)}{left}")
    return "\n".join(lines)


def _helper(equivalent: Equivalent, sources: Sources) -> str:
    """The source of the helper that the fix puts into the file."""
    if equivalent.helper is None:
        return ""
    told = Text(
        f"The fix puts the helper `{equivalent.helper}` into your file, after the imports:",
        f"修复会将辅助代码 `{equivalent.helper}` 写入你的文件的 import 之后：",
    )(sources.language)
    return f"{told}\n\n```python\n{sources.store.helpers[equivalent.helper].strip()}\n```"


def _where(equivalent: Equivalent, language: Language) -> str:
    versions = ""
    if equivalent.since:
        versions += Text(
            f" · since MindSpore {equivalent.since}", f" · 自 MindSpore {equivalent.since} 起"
        )(language)
    if equivalent.until:
        versions += Text(
            f" · until MindSpore {equivalent.until}", f" · 至 MindSpore {equivalent.until} 止"
        )(language)
    label = Text("Devices", "设备")(language)
    return f"**{label}** {', '.join(equivalent.devices)}{versions}"


def _evidence(entry: Entry, equivalent: Equivalent, target: Target, language: Language) -> str:
    """What runs showed on the target's version and on others, or that nothing was run."""
    label = Text("Evidence", "依据")(language)
    runs = entry.evidence_for(equivalent)
    versions = entry.proved_on(equivalent)
    if not runs and versions:
        return f"**{label}** {_only_on(versions, target)(language)}"
    if not runs:
        unproved = Text("from the documentation, not run here", "来自文档，未在此运行验证")
        reason = f"  \n*{entry.unverified(language)}*" if entry.unverified else ""
        return f"**{label}** {unproved(language)}{reason}"
    wanted = entry.wanted_equal(equivalent)
    equal = sum(run.outcome == "equal" for run in wanted)
    last = runs[-1]
    proved = entry.is_proved(equivalent)
    en = f"equal on {equal} of {len(wanted)} examples"
    zh = f"{len(wanted)} 个示例中 {equal} 个结果一致"
    text = Text(
        f"{'verified' if proved else 'run'} on MindSpore {last.mindspore}, {last.device}: {en}",
        f"{'已' if proved else ''}在 MindSpore {last.mindspore}、{last.device} 上"
        f"{'验证' if proved else '运行'}：{zh}",
    )(language)
    failed = next((run for run in wanted if run.outcome != "equal"), None)
    if failed is not None:
        text += f"  \n`{failed.example}`: {failed.reason or failed.outcome}"
    also = [version for version in versions if version != last.mindspore]
    if also:
        names = ", ".join(also)
        text += Text(f"; verified also on {names}", f"；另在 {names} 上验证")(language)
    others = [device for device in equivalent.devices if device != last.device]
    if others:
        names = ", ".join(others)
        text += Text(f"; {names}: from the documentation", f"；{names}：来自文档")(language)
    return f"**{label}** {text}"


def _only_on(versions: tuple[str, ...], target: Target) -> Text:
    names = ", ".join(versions)
    return Text(
        f"verified on MindSpore {names} only, not on {target.mindspore}",
        f"仅在 MindSpore {names} 上验证，未在 {target.mindspore} 上验证",
    )


def _links(symbol: str, equivalent: Equivalent | None, sources: Sources) -> str:
    is_module = sources.api.kind(symbol) == "module"
    links = [] if is_module else [f"[PyTorch]({torch_link(symbol)})"]
    api = equivalent.api if equivalent is not None else None
    page = mindspore_link(api, sources.target, sources.language) if api else None
    if page:
        links.insert(0, f"[MindSpore]({page})")
    return " · ".join(links)
