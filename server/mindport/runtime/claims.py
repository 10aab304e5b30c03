"""Checks the official mapping table: torch's samples with the official API in torch's place."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mindport.knowledge.store import Store
from mindport.runtime.evidence import INPUT
from mindport.runtime.examples import Example
from mindport.runtime.samples import Sample, Seen

Verdict = Literal["result", "raises", "same", "confirmed", "unreached"]
VERDICTS: tuple[Verdict, ...] = ("result", "raises", "same", "confirmed", "unreached")
TABLES = (("2.4", "mindspore_2_4_classic", "claim_2_4"), ("2.6", "mindspore_2_6_mint", "claim_2_6"))
# The table's own criteria leave these out: dtypes that MindSpore need not take, and parameters of
# torch that have nothing to do with the result.
DTYPES = ("float32", "int64")
APART = frozenset({"out", "layout", "device", "requires_grad", "memory_format", "pin_memory",
                   "non_blocking", "generator", "size_average", "reduce", "foreach", "fused",
                   "capturable", "differentiable"})  # fmt: skip
INPUT_DTYPE = re.compile(r"\b(\w+) \(")
MOST = 5  # samples of a symbol in the first dtype, half as many in the other
CHOICE = {"dtypes": DTYPES, "most": (MOST, (MOST + 1) // 2)}
PREFIXES = {"F": "torch.nn.functional", "nn": "torch.nn"}
METHOD = "torch.Tensor."
WORDS = {
    **{f"torch.{name}": f"mindspore.{name}" for name in (
        "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "complex64")},
    "torch.bool": "mindspore.bool_", "torch.long": "mindspore.int64",
    "torch.float": "mindspore.float32", "torch.double": "mindspore.float64",
    "torch.half": "mindspore.float16", "torch.int": "mindspore.int32",
    "torch.tensor": "mindspore.tensor",
}  # fmt: skip
# What a sample of an optimizer or a layer needs beside it.
METHODS = {"parameters": "trainable_params", "eval": "set_train"}
ARGUMENTS = {"eval": "False", "train": "True"}


@dataclass(frozen=True, slots=True)
class Claim:
    """One cell of the table: ``api`` is said to be "consistent" with ``torch``, or to differ."""

    table: str
    torch: str
    api: str
    claim: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim and what speaks for the verdict: how many samples came out how, and the smallest.

    "result": called consistent, and a sample comes out otherwise. "raises": called consistent, and
    a sample raises for another reason than the device. "same": said to differ, and no sample does.
    """

    claim: Claim
    verdict: Verdict
    equal: int = 0
    wrong: int = 0
    raised: int = 0
    source: str = ""
    inputs: str = ""
    renamed: str = ""
    expected: str = ""
    actual: str = ""
    seen: str = ""


def read_claims(path: Path) -> list[Claim]:
    """All cells of the table that name an API."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Claim(table, row["torch"], row[api], row[claim])
        for row in rows
        for table, api, claim in TABLES
        if row[api] and row[claim]
    ]


def chosen(samples: Sequence[Sample]) -> dict[str, list[Sample]]:
    """By symbol the samples that the table's criteria speak of."""
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        if _counts(sample):
            found.setdefault(sample.symbol, []).append(sample)
    return found


def _counts(sample: Sample) -> bool:
    """Whether it has the dtypes of the criteria, and no argument that they set apart."""
    inputs = set(INPUT_DTYPE.findall(sample.inputs))
    return inputs <= {*DTYPES, "bool"} and not _apart(sample.source)


def _apart(source: str) -> bool:
    tree = ast.walk(ast.parse(source))
    return any(isinstance(node, ast.keyword) and node.arg in APART for node in tree)


def own_examples(claim: Claim, store: Store) -> Iterator[tuple[str, Example]]:
    """Mindport's examples of a symbol, renamed: for what torch's tests have no samples of."""
    entry = store.entry(claim.torch)
    for example in () if entry is None else entry.examples:
        text = renamed(example.code, claim)
        if text is not None and example.compare != "distribution" and not _apart(example.code):
            names = sorted(set(INPUT.findall(example.code)))
            yield (
                ", ".join(names),
                Example(example.code, text, compare=example.compare, rtol=2e-3, atol=1e-4),
            )


def renamed(source: str, claim: Claim) -> str | None:
    """The source with the official API in torch's place, arguments as they are.

    None where the symbol does not occur, or where something of torch would be left.
    """
    tree = ast.parse(source)
    change = _Rename(claim)
    new = ast.fix_missing_locations(change.visit(tree))
    if not change.met or change.left:
        return None
    return f"import mindspore\n{ast.unparse(new)}\n"


class _Rename(ast.NodeTransformer):
    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.met = False
        self.left = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Attribute) and _dotted(function) is None:
            return self._method(node, function)
        return self.generic_visit(node)

    def _method(self, node: ast.Call, function: ast.Attribute) -> ast.AST:
        name, api = function.attr, self.claim.api
        self.generic_visit(node)
        if self.claim.torch == METHOD + name:
            self.met = True
            short = api.rpartition(".")[2]
            if api.startswith("mindspore.Tensor."):
                function.attr = short
                return node
            return ast.Call(_name(api), [function.value, *node.args], node.keywords)
        if name in ARGUMENTS and not node.args:
            node.args = [ast.Constant(ARGUMENTS[name] == "True")]
            function.attr = "set_train"
        else:
            function.attr = METHODS.get(name, name)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        dotted = _dotted(node)
        if dotted is None:
            if self.claim.torch == METHOD + node.attr:
                self.met = True
                node.attr = self.claim.api.rpartition(".")[2]
            return self.generic_visit(node)
        if dotted == self.claim.torch:
            self.met = True
            return _name(self.claim.api)
        if dotted in WORDS:
            return _name(WORDS[dotted])
        if dotted == "torch.nn.Linear" and ".optim." in self.claim.torch:
            return _name("mindspore.nn.Dense")
        self.left = True
        return node


def _name(dotted: str) -> ast.expr:
    return ast.parse(dotted, mode="eval").body


def _dotted(node: ast.expr) -> str | None:
    """The full name of ``torch...``, ``nn...``, ``F...``; None for anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in ("torch", *PREFIXES):
        return None
    return ".".join([PREFIXES.get(node.id, node.id), *reversed(parts)])


@dataclass(frozen=True, slots=True)
class Run:
    """One sample or example with an official API, and how it came out.

    ``kind`` is "equal", "wrong", "raises", or "kernel" for what the device lacks.
    """

    size: int
    source: str
    inputs: str
    renamed: str
    kind: str
    seen: str = ""
    expected: str = ""
    actual: str = ""


def run_of_sample(item: Seen) -> Run:
    """What became of one of torch's samples."""
    lacks = item.kind == "raises" and item.seen.startswith(("kernel", "crash", "timeout"))
    sample = item.sample
    return Run(
        size=sample.size,
        source=sample.source,
        inputs=sample.inputs,
        renamed=item.migrated,
        kind="kernel" if lacks else item.kind,
        seen=item.seen,
        expected=item.expected,
        actual=item.actual,
    )


def judged(claim: Claim, runs: Sequence[Run]) -> Checked:
    """The verdict on one claim."""
    by_kind: Mapping[str, list[Run]] = {
        kind: [run for run in runs if run.kind == kind]
        for kind in ("equal", "wrong", "raises", "kernel")
    }
    equal, wrong, raised = (len(by_kind[kind]) for kind in ("equal", "wrong", "raises"))
    verdict: Verdict = "confirmed"
    shown: list[Run] = []
    if not equal + wrong + raised:
        verdict, shown = "unreached", by_kind["kernel"]
    elif claim.claim != "consistent":
        shown = by_kind["wrong"] or by_kind["raises"]
        verdict = "confirmed" if shown else "same"
    elif wrong:
        verdict, shown = "result", by_kind["wrong"]
    elif raised:
        verdict, shown = "raises", by_kind["raises"]
    smallest = min(shown, key=lambda run: (run.size, run.source), default=None)
    if smallest is None:
        return Checked(claim, verdict, equal, wrong, raised)
    return Checked(
        claim,
        verdict,
        equal,
        wrong,
        raised,
        smallest.source,
        smallest.inputs,
        smallest.renamed,
        smallest.expected,
        smallest.actual,
        smallest.seen,
    )
