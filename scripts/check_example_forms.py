"""Which forms of a call the examples of the most used symbols lack: scripts/check_example_forms.py TABLE.

TABLE is a CSV file with the columns ``symbol`` and ``references``, the most used first. A form
counts where torch's signature has it: arguments by position, by keyword, in another order, with a
default left out and given, a negative dim, several sizes and a tuple of them, out= and dtype=.
"""

from __future__ import annotations

import argparse
import ast
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindport.document import Document  # noqa: E402
from mindport.knowledge.schema import Entry, Example  # noqa: E402
from mindport.knowledge.store import load  # noqa: E402
from mindport.rewrites.facts import facts_of  # noqa: E402
from mindport.runtime.evidence import inputs_of  # noqa: E402
from mindport.runtime.snippets import as_file  # noqa: E402
from mindport.symbols import torch_api  # noqa: E402
from mindport.symbols.binder import Binding  # noqa: E402
from mindport.symbols.flow import find_uses  # noqa: E402
from mindport.symbols.signatures import Parameter, Signature  # noqa: E402
from mindport.symbols.workspace import Workspace  # noqa: E402

DIMS = ("dim", "dims", "dim0", "dim1", "start_dim", "end_dim", "axis")
PLACEMENT = ("device", "layout", "pin_memory", "requires_grad", "memory_format", "generator")
SIZES = ("size", "sizes", "dims", "shape")
BY_NAME = ("positional", "keyword")


@dataclass(frozen=True, slots=True)
class Called:
    """One call of the symbol in an example."""

    call: ast.Call
    binding: Binding | None


def calls_in(example: Example, symbol: str) -> Iterator[Called]:
    """The calls of ``symbol`` in an example, bound with torch's signature."""
    document = Document("example.py", as_file(example.code, inputs_of(example)))
    if document.tree is None:
        return
    bindings, api = find_uses(document.tree, document.path, Workspace()), torch_api.load()
    for use in bindings.uses:
        if use.symbol == symbol and use.call is not None:
            yield Called(use.call, facts_of(document, use, bindings, api)[0].binding)


def wanted_forms(signatures: tuple[Signature, ...]) -> list[str]:
    """The forms that a call of this function can have."""
    forms = []
    parameters = [p for signature in signatures for p in signature.parameters]
    names = {p.name for p in parameters}
    if any(p.kind in ("positional", "positional_only") for p in parameters):
        forms.append("positional")
    if any(p.kind in BY_NAME and p.name not in {*PLACEMENT, "out"} for p in parameters):
        forms.append("keyword")
    if any(sum(_is_named(p) for p in s.parameters) > 1 for s in signatures):
        forms.append("reordered")
    if any(_is_optional(p) for p in parameters):
        forms += ["default left out", "default given"]
    if names & set(DIMS):
        forms.append("negative dim")
    if any(p.kind == "varargs" and p.name in SIZES for p in parameters):
        forms += ["several", "tuple"]
    return forms + [f"{name}=" for name in ("out", "dtype") if name in names]


def forms_of(called: Called) -> Iterator[str]:
    """The forms that one call has."""
    call, binding = called.call, called.binding
    keywords = [keyword.arg for keyword in call.keywords if keyword.arg]
    if call.args:
        yield "positional"
    if set(keywords) - {*PLACEMENT, "out", "dtype"}:
        yield "keyword"
    yield from (f"{name}=" for name in ("out", "dtype") if name in keywords)
    if len(call.args) > 1 and not isinstance(call.args[0], ast.Tuple | ast.List):
        yield "several"
    if any(isinstance(argument, ast.Tuple | ast.List) for argument in call.args):
        yield "tuple"
    if binding is None:
        return
    order = [p.name for p in binding.signature.parameters]
    places = [order.index(name) for name in keywords if name in order]
    if places != sorted(places):
        yield "reordered"
    optional = [p.name for p in binding.signature.parameters if _is_optional(p)]
    if any(binding.given(name) for name in optional):
        yield "default given"
    if any(not binding.given(name) for name in optional):
        yield "default left out"
    given = [binding.node(name) for name in DIMS]
    if any(node is not None and "-" in ast.unparse(node) for node in given):
        yield "negative dim"


def _is_named(parameter: Parameter) -> bool:
    return parameter.kind in BY_NAME and parameter.name not in {*PLACEMENT, "out"}


def _is_optional(parameter: Parameter) -> bool:
    return parameter.default is not None and _is_named(parameter)


def lacking(entry: Entry) -> list[str]:
    """The forms that no example of an entry has."""
    signatures = torch_api.load().signatures(entry.symbol)
    called = [one for example in entry.examples for one in calls_in(example, entry.symbol)]
    there = {form for one in called for form in forms_of(one)}
    return [form for form in wanted_forms(signatures) if form not in there]


def most_used(table: Path, top: int) -> Iterator[Entry]:
    """The entries with an equivalent of the most used symbols that are called."""
    store, api = load(), torch_api.load()
    with table.open(encoding="utf-8", newline="") as file:
        names = [row["symbol"] for row in csv.DictReader(file)]
    found = 0
    for name in dict.fromkeys(api.canonical(name) or name for name in names):
        entry = store.own(name)
        if entry is None or not entry.equivalents or not api.signatures(name):
            continue
        if found == top:
            return
        found += 1
        yield entry


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path, metavar="TABLE")
    parser.add_argument("--top", type=int, default=150, help="how many symbols (150)")
    options = parser.parse_args()
    entries = list(most_used(options.table, options.top))
    counts: Counter[str] = Counter()
    for entry in entries:
        forms = lacking(entry)
        counts.update(forms)
        if forms:
            print(f"{entry.symbol}: {', '.join(forms)}")
    complete = sum(not lacking(entry) for entry in entries)
    print(
        f"{complete} of {len(entries)} symbols have examples of every form; lacking: {dict(counts)}"
    )
    return complete < len(entries)


if __name__ == "__main__":
    sys.exit(main())
