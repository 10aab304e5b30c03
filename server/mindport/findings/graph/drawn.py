"""Values that the compiler fixes once: random numbers and clocks (MP406)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import attribute_of_self, method_call, told
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Finding
from mindport.texts import Text

RANDOM = ("random.", "numpy.random.", "secrets.", "uuid.", "os.urandom")
CLOCKS = frozenset(
    {"time.time", "time.perf_counter", "time.monotonic", "time.process_time", "time.time_ns",
     "time.perf_counter_ns", "datetime.datetime.now", "datetime.now", "datetime.date.today"}
)  # fmt: skip
GENERATORS = ("numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.Generator",
              "random.Random")  # fmt: skip
DRAWN = Text(
    "Python computes this once, when the graph is compiled: every call gets the same number. Draw "
    "it with mindspore.ops (ops.rand, ops.randn, ops.randint), or hand it in.",
    "该值只在编译时由 Python 计算一次，之后每次调用都相同。请用 mindspore.ops（ops.rand、ops.randn、ops.randint）生成，或作为参数传入。",
)
CLOCK = Text(
    "Python asks the clock once, when the graph is compiled; measure outside of the compiled code.",
    "时钟只在编译时读取一次，请在被编译的代码之外计时。",
)


def drawn_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    generators = set(_generators(site, code))
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Call):
                continue
            full = code.dotted(node.func)
            called = method_call(node)
            drawn = called is not None and _name(called[0]) in generators
            if drawn or full.startswith(RANDOM):
                yield told(site, "MP406", node, DRAWN)
            elif full in CLOCKS:
                yield told(site, "MP406", node, CLOCK)


def _generators(site: Site, code: Compiled) -> Iterator[str]:
    """Names and attributes that hold a generator of random numbers."""
    for node in walk(site.document.tree) if site.document.tree is not None else ():
        made = node.value if isinstance(node, ast.Assign) else None
        if isinstance(made, ast.Call) and code.dotted(made.func) in GENERATORS:
            assert isinstance(node, ast.Assign)
            yield from filter(None, map(_name, node.targets))


def _name(node: ast.expr) -> str:
    """``rng`` of ``rng``, ``.rng`` of ``self.rng``."""
    if isinstance(node, ast.Name):
        return node.id
    own = attribute_of_self(node)
    return "" if own is None else f".{own}"
