"""The sentences of findings, in both languages."""

from __future__ import annotations

import re

from mindport.knowledge import templates
from mindport.knowledge.schema import Entry, Equivalent
from mindport.rewrites.by_value import ByValue
from mindport.target import Target, parse_version
from mindport.texts import Text, filled

CHINESE_END = "。"
LONGEST = 60
ITSELF = "{self}"
HELPER_PREFIX = re.compile(rf"\b{templates.HELPER}\.(?=\w)")


def name_of(equivalent: Equivalent) -> str:
    """An equivalent as people call it: its API, a short template, or the API in a long one."""
    if equivalent.api is not None:
        return equivalent.api.removeprefix(f"{templates.HELPER}.")
    text = readable(equivalent.to or "")
    if len(text) <= LONGEST:
        return text
    pieces = templates.parse(equivalent.to or "").pieces
    names = [piece.name for piece in pieces if isinstance(piece, templates.ApiName)]
    return names[0] if names else f"{text[:LONGEST]}..."


def replaced(symbol: str, equivalent: Equivalent) -> Text:
    name, helper = name_of(equivalent), equivalent.helper
    if helper is not None:
        return Text(
            f"MindSpore has no {symbol}; {helper}, a helper whose source the fix puts into "
            "this file, takes its place.",
            f"MindSpore 中没有 {symbol}；修复会把辅助代码 {helper} 写入本文件来代替{CHINESE_END}",
        )
    if equivalent.to == ITSELF:
        return Text(
            f"MindSpore needs no {symbol}; its receiver stands for it.",
            f"MindSpore 不需要 {symbol}，直接使用其调用对象即可{CHINESE_END}",
        )
    if equivalent.to == "None" and equivalent.drop:
        return Text(
            f"MindSpore needs nothing for {symbol}.", f"MindSpore 无需 {symbol}{CHINESE_END}"
        )
    return Text(
        f"{symbol} is {name} in MindSpore.", f"{symbol} 在 MindSpore 中对应 {name}{CHINESE_END}"
    )


def freed(symbol: str, _: Equivalent) -> Text:
    return Text(
        f"MindSpore needs no {symbol}; its block stands by itself.",
        f"MindSpore 不需要 {symbol}，其代码块单独保留即可{CHINESE_END}",
    )


def twin(symbol: str, equivalent: Equivalent) -> Text:
    name = name_of(equivalent)
    return Text(
        f"What {symbol} is called with does not stand here; {name}, a class with torch's arguments "
        "whose source the fix puts into this file, takes its place.",
        f"此处看不出调用 {symbol} 时给出的参数；修复会把参数与 torch 相同的类 {name} "
        f"写入本文件来代替{CHINESE_END}",
    )


TESTED_FOR = Text(
    "It may be compared with other classes, or layers may be tested for being one of it, which "
    "those of MindSpore's own class are not.",
    "它可能会与其他类比较，或用于判断某个层是否属于该类，而由 MindSpore 自身的类构造的层并不属于它。",
)


VERY_CLASS = Text(
    "Layers that are made elsewhere may be of a class that derives from it; isinstance holds for them.",
    "在别处构造的层可能属于其派生类；isinstance 对它们成立。",
)


def readable(template: str) -> str:
    """A template as people read it: ``{self}.shape[{dim}]`` as ``self.shape[dim]``."""
    text = templates.TUPLE.sub(r"{\1}", templates.STRICT.sub(r"{\1}", template))
    text = HELPER_PREFIX.sub("", text).replace("{*", "*").replace("?}", "}")
    return text.replace("{", "").replace("}", "")


def unknown(symbol: str) -> Text:
    return Text(
        f"{symbol} is not in the knowledge base; check by hand what MindSpore offers.",
        f"知识库中没有 {symbol}，请手动确认 MindSpore 的对应接口。",
    )


def module_as_value(symbol: str) -> Text:
    return Text(
        f"{symbol} itself is used as a value; what is looked up in it when the program runs is "
        "torch's.",
        f"{symbol} 模块本身被当作值使用，运行时从中取得的仍是 torch 的对象。",
    )


def cannot(symbol: str, reason: Text) -> Text:
    return Text(
        f"{symbol} cannot be rewritten here. {reason.en}",
        f"此处的 {symbol} 无法自动改写。{reason.zh}",
    )


def by_value(symbol: str, api: str, differs: ByValue) -> Text:
    told = [
        ("needs {}", "需要加上 {}", differs.keywords),
        ("gives another meaning to {}", "{} 的含义不同", differs.meaning),
        ("has another name or place for {}", "{} 的名称或位置不同", differs.renamed),
        ("lacks {}", "没有 {}", differs.lacking),
    ]
    parts_en = [en.format(", ".join(names)) for en, _, names in told if names]
    parts_zh = [zh.format("、".join(names)) for _, zh, names in told if names]
    return Text(
        f"{symbol} is passed on as a value; {api} replaces it, which where it is called "
        f"{', '.join(parts_en)}.",
        f"{symbol} 被当作值传递；应替换为 {api}，在实际调用处{'，'.join(parts_zh)}。",
    )


ONLY_NAMED = Text(
    "Right where it is only compared with: calls of it would mean something else.",
    "仅用于比较时可以替换；若被调用，含义不同。",
)
LOOK_AT_CALLS = Text(
    "Its calls do not stand here; one that gives these arguments would be refused.",
    "此处看不到对它的调用；给出这些参数的调用会被拒绝。",
)


def missing_device(equivalent: Equivalent, target: Target) -> Text:
    lacking = [device for device in target.devices if device not in equivalent.devices]
    name = name_of(equivalent)
    return Text(
        f"{name} is missing on {', '.join(lacking)}.",
        f"{name} 在 {'、'.join(lacking)} 上不可用。",
    )


def missing_equivalent(entry: Entry, target: Target) -> Text:
    """That no equivalent is there for the target: not in its mode, on none of its devices, or not
    in its version, and then from which on or up to which."""
    if any(item.holds(target) and target.mode not in item.modes for item in entry.equivalents):
        return Text(
            f"{entry.symbol} has an equivalent in PyNative mode alone; keep it out of what graph "
            "mode compiles.",
            f"{entry.symbol} 仅在 PyNative 模式下有对应接口，请勿放入图模式编译的部分。",
        )
    if any(item.has_version(target.version) for item in entry.equivalents):
        names = ", ".join(target.devices)
        return Text(
            f"{entry.symbol} has no equivalent on {names}.",
            f"{entry.symbol} 在 {names} 上没有对应接口。",
        )
    told = Text(
        f"{entry.symbol} has an equivalent only in other versions than MindSpore "
        f"{target.mindspore}",
        f"{entry.symbol} 的对应接口在 MindSpore {target.mindspore} 中不存在",
    )
    later = [item for item in entry.equivalents if item.since and not item.is_gone(target.version)]
    if later:
        first = min(later, key=lambda item: parse_version(item.since or ""))
        name, since = name_of(first), first.since
        return Text(f"{told.en}: {name} from {since} on.", f"{told.zh}：{since} 起有 {name}。")
    last = max(entry.equivalents, key=lambda item: parse_version(item.until or "0"), default=None)
    if last is None or last.until is None:
        return Text(f"{told.en}.", f"{told.zh}。")
    name, until = name_of(last), last.until
    return Text(f"{told.en}: {name} up to {until}.", f"{told.zh}：{name} 仅到 {until} 为止。")


def not_proved(entry: Entry, equivalent: Equivalent, target: Target) -> Text:
    """Why an equivalent is not safe on the target's version."""
    name = name_of(equivalent)
    elsewhere = ", ".join(entry.proved_on(equivalent))
    failed = next((run for run in entry.wanted_equal(equivalent) if run.outcome != "equal"), None)
    if elsewhere and failed is not None:
        here = failed.mindspore
        if failed.outcome == "error":
            return Text(
                f"{name} raises on MindSpore {here} for an example that is equal on {elsewhere}.",
                f"某示例中 {name} 在 MindSpore {here} 上抛出异常，而在 {elsewhere} 上结果一致。",
            )
        return Text(
            f"{name} differs on MindSpore {here} for an example that is equal on {elsewhere}.",
            f"某示例中 {name} 在 MindSpore {here} 上与 torch 不一致，而在 {elsewhere} 上结果一致。",
        )
    if elsewhere:
        return Text(
            f"{name} was shown equal on MindSpore {elsewhere} only, not on {target.mindspore}; "
            "check the result.",
            f"{name} 仅在 MindSpore {elsewhere} 上验证一致，未在 {target.mindspore} 上验证，"
            "请核对结果。",
        )
    return Text(
        f"{name} was not shown equal by a run; check the result.",
        f"{name} 尚未经过实际运行验证，请核对结果。",
    )


def unsure_condition(condition: Text) -> Text:
    return Text(
        f"It is right only if {condition.en}, which the source does not tell.",
        f"仅当{condition.zh}时正确，而源码中无法确定。",
    )


def guessed(symbol: str) -> Text:
    if symbol.startswith("torch.nn.Module."):
        return Text(
            f"If this value is a network: {symbol}.", f"如果该值是网络，则此处为 {symbol}。"
        )
    return Text(f"If this value is a tensor: {symbol}.", f"如果该值是张量，则此处为 {symbol}。")


RENAME_TITLE = Text("Replace with {0}", "替换为 {0}")
REMOVE_TITLE = Text("Remove {0}", "删除 {0}")


def written_as(symbol: str, equivalent: Equivalent, name: str) -> Text:
    """The title of the fix that writes an equivalent."""
    if equivalent.to == ITSELF:
        return title(REMOVE_TITLE, f".{symbol.rpartition('.')[2]}()")
    return title(RENAME_TITLE, name)


def title(template: Text, *names: str) -> Text:
    return filled(template, *names)


UNSURE_OVERLOAD = Text(
    "The source does not tell which of torch's overloads is meant.",
    "源码中无法确定调用的是 torch 的哪个重载。",
)
