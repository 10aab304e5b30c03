"""Values that the compiler fixes once: random numbers and clocks (MP406)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.drawn_fixes import drawn_anew
from mindport.findings.graph.fresh import fresh_functions
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, walk
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, ClassInfo
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
SAMPLE = Text(
    "What is drawn here comes from numpy, once, when the graph is compiled: every call gets the same "
    "numbers. Draw with mindspore.ops (ops.rand, ops.randn), or outside of the compiled code.",
    "这里的采样由 numpy 完成，只在编译时进行一次，之后每次调用得到的数都相同。请用 mindspore.ops（ops.rand、ops.randn）生成，或移出被编译的代码。",
)
DISTRIBUTIONS = "torch.distributions."
SAMPLERS = frozenset({"sample", "rsample"})
CLOCK = Text(
    "Python asks the clock once, when the graph is compiled; measure outside of the compiled code.",
    "时钟只在编译时读取一次，请在被编译的代码之外计时。",
)


def drawn_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    drawing = _drawing(site, code)
    generators = set(_kept(site, lambda made, _: code.dotted(made.func) in GENERATORS))
    samplers = set(_kept(site, lambda made, before: _draws_once(site, drawing, made, before)))
    fresh = set() if site.document.tree is None else fresh_functions(site.document.tree)
    for function in code.functions:
        for node in function.nodes if function.node not in fresh else ():
            if not isinstance(node, ast.Call):
                continue
            full = code.dotted(node.func)
            called = method_call(node)
            drawn = called is not None and _name(called[0]) in generators
            if drawn or full.startswith(RANDOM):
                yield told(site, "MP406", node, DRAWN, drawn_anew(site, code, function, node))
            elif full in CLOCKS:
                yield told(site, "MP406", node, CLOCK)
            elif called is not None and called[1] in SAMPLERS:
                made = called[0]
                at_once = isinstance(made, ast.Call) and _draws_once(site, drawing, made, False)
                if at_once or _name(made) in samplers:
                    yield told(site, "MP406", node, SAMPLE)


def _kept(site: Site, wanted: Callable[[ast.Call, bool], bool]) -> Iterator[str]:
    """Names and attributes that hold what a wanted call makes; attributes are made before."""
    for node in walk(site.document.tree) if site.document.tree is not None else ():
        made = node.value if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(made, ast.Call):
            for name in filter(None, map(_name, node.targets)):
                if wanted(made, name.startswith(".")):
                    yield name


def _drawing(site: Site, code: Compiled) -> set[str]:
    """The functions and classes of this file that draw by numpy, themselves or by another."""
    tree = site.document.tree
    kinds = ast.FunctionDef | ast.ClassDef
    named: dict[str, set[str]] = {}
    found = set()
    for definition in tree.body if tree is not None else ():
        if isinstance(definition, kinds) and not _is_compiled(site, definition.name):
            inside = list(walk(definition))
            named[definition.name] = {node.id for node in inside if isinstance(node, ast.Name)}
            if any(code.dotted(node).startswith("numpy.random.") for node in inside):
                found.add(definition.name)
    while more := {name for name in named.keys() - found if named[name] & found}:
        found |= more
    return found


def _is_compiled(site: Site, name: str) -> bool:
    """Whether a class is a Cell: its methods are looked at themselves."""
    info = site.bindings.exports.get(name, UNKNOWN).info
    return isinstance(info, ClassInfo) and (info.is_module or info.is_cell)


def _draws_once(site: Site, drawing: set[str], made: ast.Call, before: bool) -> bool:
    """Whether a call makes a distribution that draws by numpy when the graph is compiled: it is made
    ``before``, or of numbers alone. One of tensors is made when the network runs."""
    given = [*made.args, *(keyword.value for keyword in made.keywords)]
    if not before and not all(isinstance(value, ast.Constant) for value in given):
        return False
    symbol = site.symbol_of(made)
    if not symbol.startswith(DISTRIBUTIONS):
        return isinstance(made.func, ast.Name) and made.func.id in drawing
    helper = symbol.removeprefix(DISTRIBUTIONS)
    needed = site.store.with_needed([helper])
    apis = (api for name in needed for api in site.store.helper(name).apis)
    return any(api.startswith("numpy.random.") for api in apis)


def _name(node: ast.expr) -> str:
    """``rng`` of ``rng``, ``.rng`` of ``self.rng``."""
    if isinstance(node, ast.Name):
        return node.id
    own = attribute_of_self(node)
    return "" if own is None else f".{own}"
