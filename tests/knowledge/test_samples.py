"""Claims and torch's own samples: what is called safe has no sample that differs."""

from __future__ import annotations

from pathlib import Path

from mindport.knowledge.compile import read_samples
from mindport.knowledge.schema import SampleCase, Samples
from mindport.knowledge.store import load
from mindport.reports.samples import samples_text

KINDS = ("equal", "marked", "raises", "wrong")
MOST_WRONG = 0.005
KNOWLEDGE = Path(__file__).resolve().parents[2] / "knowledge"


# Operators have no entry, and `x + y` stays as it is.
OPERATORS = {
    "torch.Tensor.__abs__": ["complex64"],
    "torch.Tensor.__invert__": ["int64"],  # ~ is logical in MindSpore
    "torch.Tensor.__matmul__": ["empty"],  # a sum of no products is not 0
    "torch.Tensor.__imatmul__": ["empty"],
    "torch.Tensor.__rmatmul__": ["empty"],
}


def test_no_safe_fix_is_silently_wrong() -> None:
    """Mend the entry (``when``, ``fixed: false``), then run scripts/verify_samples.py SYMBOL."""
    store = load()
    wrong = []
    for symbol, item in read_samples(KNOWLEDGE).items():
        entry = store.entry(symbol)
        admitted = set(OPERATORS.get(symbol, ()) if entry is None else entry.differs_for)
        for case in item.get("cases", ()):
            known = admitted & {*case.get("conditions", ()), "accuracy", "domain"}
            if case["kind"] == "wrong" and not known:
                wrong.append(f"{symbol}: {case['source']} [{case['inputs']}]: {case['seen']}")
    assert wrong == []


def test_few_are_silently_wrong() -> None:
    recorded = read_samples(KNOWLEDGE).values()
    wrong = sum(item.get("wrong", 0) for item in recorded)
    total = sum(sum(item.get(kind, 0) for kind in KINDS) for item in recorded)
    assert wrong <= MOST_WRONG * total


def test_the_index_carries_them() -> None:
    store = load()
    recorded = read_samples(KNOWLEDGE)
    entry = store.entry("torch.add")
    assert entry is not None and entry.samples is not None
    assert entry.samples.equal == recorded["torch.add"]["equal"]


def test_in_words() -> None:
    samples = Samples(34, 1, 0, 1, cases=(SampleCase("wrong", "torch.f(x)", "ceil_mode=True"),))
    text = samples_text(samples)
    assert text.en == (
        "equal on 34 of 36 of torch's own samples, 1 marked; differs for ceil_mode=True"
    )
    assert text.zh == (
        "torch 自带的 36 个样例中 34 个结果一致，1 个有标注；ceil_mode=True 时结果不同"
    )


def test_an_example_where_nothing_is_shared() -> None:
    samples = Samples(1, 0, 1, 0, cases=(SampleCase("raises", "m = nn.F(1)\nm(x)"),))
    assert samples_text(samples).en == (
        "equal on 1 of 2 of torch's own samples; raises on m = nn.F(1); m(x)"
    )


def test_tells_what_asks_for_a_dtype() -> None:
    text = samples_text(Samples(8, 2, shown=3))
    assert text.en == (
        "equal on 8 of 10 of torch's own samples, 2 marked "
        "(3 of these where the source shows shapes and dtypes)"
    )
    assert text.zh == (
        "torch 自带的 10 个样例中 8 个结果一致，2 个有标注（其中 3 个需源码写明形状和数据类型）"
    )
