"""What the samples of torch's own tests showed, in words."""

from __future__ import annotations

from mindport.knowledge.schema import SampleCase, Samples
from mindport.texts import Text

LONGEST = 100
VERBS = {"raises": Text("raises", "报错"), "wrong": Text("differs", "结果不同")}


def samples_text(samples: Samples) -> Text:
    """``equal on 34 of 36 of torch's own samples, 1 marked; differs for ceil_mode=True``."""
    en = f"equal on {samples.equal} of {samples.total} of torch's own samples"
    zh = f"torch 自带的 {samples.total} 个样例中 {samples.equal} 个结果一致"
    if samples.marked:
        en += f", {samples.marked} marked"
        zh += f"，{samples.marked} 个有标注"
    if samples.shown:
        en += f" ({samples.shown} of these where the source shows shapes and dtypes)"
        zh += f"（其中 {samples.shown} 个需源码写明形状和数据类型）"
    for case in samples.cases:
        verb = VERBS.get(case.kind)
        if verb is not None:
            what = _what(case)
            en += f"; {verb.en} {what.en}"
            zh += f"；{what.zh}{verb.zh}"
    return Text(en, zh)


def _what(case: SampleCase) -> Text:
    """What those samples have in common, else one of them."""
    if case.where:
        return Text(f"for {case.where}", f"{case.where} 时")
    source = "; ".join(case.source.splitlines())
    if len(source) > LONGEST:
        source = source[: LONGEST - 1] + "…"
    return Text(f"on {source}", f"如 {source} ")
