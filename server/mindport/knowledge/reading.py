"""Reads the knowledge base's YAML and checks it; every complaint names file, line and field."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import yaml

from mindport.knowledge import conditions, helpers, templates
from mindport.knowledge.schema import COMPUTED, STATUSES, Compare, Expectation
from mindport.knowledge.templates import HELPER
from mindport.rules import RULES
from mindport.symbols.torch_api import load
from mindport.target import DEVICES, MODES, parse_version

VERSION = "mindspore.__version__"  # public, and nothing that is harvested
TEXT = {"en", "zh"}
FIELDS = {
    "entry": {"symbol", "equivalents", "status", "advice", "differences", "differs_for", "refuses",
              "examples", "unverified"},
    "equivalent": {"api", "to", "by", "devices", "modes", "since", "until", "when", "args", "values", "set",
                   "drop", "same", "keeps", "parameters", "items"},
    "difference": {"code", "en", "zh", "when", "fixed"},
    "example": {"code", "compare", "rtol", "atol", "expect", "note",
                "processes"},
}  # fmt: skip
# What inputs may be that the source does not tell; the last two are a matter of their values.
CONDITIONS = ("int64", "bool", "float64", "float16", "complex64", "empty", "0-d", "nan", "accuracy",
              "domain")  # fmt: skip
REFUSED = ("float32", *CONDITIONS[:8])  # dtypes, shapes and NaN
CHOICES = {"compare": get_args(Compare), "expect": get_args(Expectation), "by": COMPUTED}


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong in the knowledge base, where, and what to do."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.field}: {self.message}"


class KnowledgeError(Exception):
    """The knowledge base is not valid; ``complaints`` lists everything that is wrong."""

    def __init__(self, complaints: list[Complaint]) -> None:
        super().__init__("\n".join(str(complaint) for complaint in complaints))
        self.complaints = complaints


@dataclass(frozen=True, slots=True)
class Raw:
    """One entry as it was written, with the line of every field by its path."""

    file: str
    plain: dict[str, Any]
    lines: Mapping[tuple[str | int, ...], int]

    def complain(self, message: str, *path: str | int) -> Complaint:
        at = path
        while at and at not in self.lines:
            at = at[:-1]
        name = ".".join(str(part) for part in path) or "entry"
        symbol = self.plain.get("symbol") or self.plain.get("trap") or self.plain.get("graph", "?")
        return Complaint(self.file, self.lines[at], f"{symbol}: {name}", message)


def read(folder: Path, apis: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All entries as plain data, sorted by symbol.

    Args:
        apis: MindSpore's harvested names, which ``api`` fields must be among.

    Raises:
        KnowledgeError: anything is not as ``knowledge/README.md`` says.
    """
    complaints: list[Complaint] = []
    seen: dict[str, Raw] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            raws = list(raw_entries(path))
        except KnowledgeError as error:
            complaints += error.complaints
            continue
        for raw in raws:
            complaints += check(raw, apis)
            symbol = raw.plain.get("symbol")
            if not isinstance(symbol, str):
                continue
            if symbol in seen:
                first = seen[symbol]
                message = f"second entry; the first is in {first.file}:{first.lines[()]}. Keep one."
                complaints.append(raw.complain(message, "symbol"))
            seen[symbol] = raw
    if complaints:
        raise KnowledgeError(complaints)
    return [seen[symbol].plain for symbol in sorted(seen)]


def read_helpers(folder: Path, apis: Mapping[str, Any]) -> dict[str, str]:
    """The texts of the helpers in ``folder`` by name.

    Raises:
        KnowledgeError: one is not written as ``knowledge/README.md`` says.
    """
    texts: dict[str, str] = {}
    complaints = []
    for path in sorted(folder.glob("*.py")):
        text = texts[path.stem] = path.read_text(encoding="utf-8")
        try:
            helper = helpers.parse(path.stem, text)
            unknown = [
                name
                for name in sorted(helper.apis)
                if name.startswith("mindspore") and not is_known(name, apis)
            ]
            lacking = [one for one in sorted(helper.needs) if not (folder / f"{one}.py").exists()]
        except helpers.HelperError as error:
            complaints.append(_of_helper(path.stem, error.line, str(error)))
            continue
        for name in unknown:
            message = f"MindSpore has no public {name}; look it up in mindspore/*.json."
            complaints.append(_of_helper(path.stem, 1, message))
        for name in lacking:
            message = f"there is no helper {name}; write helpers/{name}.py"
            complaints.append(_of_helper(path.stem, 1, message))
    if complaints:
        raise KnowledgeError(complaints)
    return texts


def read_words(path: Path) -> dict[str, list[str]]:
    """Parts of names by what people call them; none where there is no such file.

    Raises:
        KnowledgeError: it is no mapping of words to lists.
    """
    if not path.is_file():
        return {}
    words = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    wrong = [word for word, parts in words.items() if not isinstance(parts, list) or not parts]
    if wrong:
        message = "must have a list of parts of names, like [conv]"
        raise KnowledgeError([Complaint(f"search/{path.name}", 1, str(w), message) for w in wrong])
    return {str(word): [str(part) for part in parts] for word, parts in words.items()}


def check_used(texts: Mapping[str, str], used: Container[str]) -> None:
    """Raises:
    KnowledgeError: no equivalent uses a helper.
    """
    message = "no equivalent names it; name it in an entry, or remove the file."
    needed = {one for name, text in texts.items() for one in helpers.parse(name, text).needs}
    unused = [
        _of_helper(name, 1, message)
        for name in texts
        if f"{HELPER}.{name}" not in used and name not in needed
    ]
    if unused:
        raise KnowledgeError(unused)


def check_examples(folder: Path, evidence: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Whether every example ran in torch, as the recorded runs tell.

    Raises:
        KnowledgeError: one raised there.
    """
    raised = {
        (symbol, run["example"]): run.get("reason", "it raises")
        for symbol, runs in evidence.items()
        for run in runs
        if run["outcome"] == "torch-error"
    }
    if not raised:
        return
    complaints = []
    for raw in (raw for path in sorted(folder.glob("*.yaml")) for raw in raw_entries(path)):
        symbol = raw.plain["symbol"]
        for index, item in enumerate(raw.plain.get("examples", ())):
            reason = raised.get((symbol, item if isinstance(item, str) else item["code"]))
            if reason is not None:
                message = (
                    f"does not run in torch: {reason}. Mend it, "
                    f"then run scripts/verify_knowledge.py {symbol}"
                )
                complaints.append(raw.complain(message, "examples", index))
    if complaints:
        raise KnowledgeError(complaints)


def _of_helper(name: str, line: int, message: str) -> Complaint:
    return Complaint(f"helpers/{name}.py", line, name, message)


def _is_alias(symbol: str, canonical: str) -> bool:
    """Whether it is another name for a symbol; what a class inherits may be told of it alone."""
    holder, _, name = symbol.rpartition(".")
    base, _, inherited = canonical.rpartition(".")
    is_inherited = name == inherited and base in load().ancestors(holder)
    return symbol != canonical and not is_inherited


def check(raw: Raw, apis: Mapping[str, Any]) -> Iterator[Complaint]:
    """Everything that is wrong with one entry."""
    plain = raw.plain
    yield from _check_fields(raw, plain, "entry", ())
    if not isinstance(plain.get("symbol"), str):
        yield raw.complain("an entry needs a symbol, the dotted torch name")
        return
    canonical = load().canonical(plain["symbol"])
    if canonical is not None and _is_alias(plain["symbol"], canonical):
        yield raw.complain(f"an alias; uses are looked up as {canonical}: write that", "symbol")
    equivalents = plain.get("equivalents") or []
    status = plain.get("status")
    if equivalents and status:
        yield raw.complain("leave status out where there are equivalents", "status")
    if not equivalents and status not in STATUSES:
        yield raw.complain(f"without equivalents it is one of {', '.join(STATUSES)}", "status")
    if not equivalents and not plain.get("advice"):
        yield raw.complain(f"say in en and zh what to do instead of a {status} symbol", "advice")
    for name in ("advice", "unverified"):
        if name in plain and not _is_text(plain[name]):
            yield raw.complain("needs en and zh", name)
    if not plain.get("examples") and not plain.get("unverified"):
        yield raw.complain("give examples, or say in unverified why there are none", "examples")
    for index, item in enumerate(equivalents):
        yield from _check_equivalent(raw, item, ("equivalents", index), apis)
    for index, item in enumerate(plain.get("differences", ())):
        yield from _check_difference(raw, item, ("differences", index))
    differs_for = plain.get("differs_for", [])
    if not isinstance(differs_for, list) or set(differs_for) - set(CONDITIONS):
        yield raw.complain(f"a list out of {', '.join(CONDITIONS)}", "differs_for")
    refuses = plain.get("refuses", {})
    if not isinstance(refuses, dict) or not all(
        isinstance(kinds, list) and kinds and set(kinds) <= set(REFUSED)
        for kinds in refuses.values()
    ):
        yield raw.complain(f"parameters and lists out of {', '.join(REFUSED)}", "refuses")
    for index, item in enumerate(plain.get("examples", ())):
        yield from _check_example(raw, item, ("examples", index))


def _check_fields(
    raw: Raw, plain: Any, kind: str, path: tuple[str | int, ...]
) -> Iterator[Complaint]:
    if not isinstance(plain, dict):
        yield raw.complain(f"must be a mapping with {', '.join(sorted(FIELDS[kind]))}", *path)
        return
    for name in plain:
        if name not in FIELDS[kind]:
            known = ", ".join(sorted(FIELDS[kind]))
            yield raw.complain(f"unknown field; a {kind} has {known}", *path, name)
        elif name in CHOICES and plain[name] not in CHOICES[name]:
            yield raw.complain(f"is one of {', '.join(CHOICES[name])}", *path, name)


def _check_equivalent(
    raw: Raw, item: Any, path: tuple[str | int, ...], apis: Mapping[str, Any]
) -> Iterator[Complaint]:
    yield from _check_fields(raw, item, "equivalent", path)
    if not isinstance(item, dict):
        return
    if bool(item.get("api")) == bool(item.get("to")):
        yield raw.complain("needs either api or to", *path)
    devices = item.get("devices")
    if not isinstance(devices, list) or not devices or set(devices) - set(DEVICES):
        yield raw.complain(f"a list out of {', '.join(DEVICES)}", *path, "devices")
    if set(item.get("modes", MODES)) - set(MODES):
        yield raw.complain(f"a list out of {', '.join(MODES)}", *path, "modes")
    for name in ("since", "until"):
        if name in item:
            try:
                parse_version(str(item[name]) if isinstance(item[name], str) else "quote it")
            except ValueError:
                yield raw.complain('a version in quotes, like "2.8"', *path, name)
    for name in ("args", "values", "set", "parameters", "items"):
        if not isinstance(item.get(name, {}), dict):
            yield raw.complain("must be a mapping", *path, name)
    for name in ("drop", "same", "keeps"):
        if not isinstance(item.get(name, []), list):
            yield raw.complain("must be a list of torch parameters", *path, name)
    if "when" in item:
        complaints = list(_check_condition(raw, item["when"], *path, "when"))
        yield from complaints
        if complaints:
            return
    yield from _check_names(raw, item, path, apis)
    yield from _check_parameters(raw, item, path)


def _check_parameters(
    raw: Raw, item: dict[str, Any], path: tuple[str | int, ...]
) -> Iterator[Complaint]:
    """Names that should be torch parameters of the symbol, and are not."""
    signatures = load().signatures(raw.plain["symbol"])
    known = {p.name for signature in signatures for p in signature.parameters} | {"self"}
    if not signatures or any(p.kind == "kwargs" for s in signatures for p in s.parameters):
        return
    mentioned = {
        "args": set(item.get("args", {})),
        "values": set(item.get("values", {})),
        "drop": set(item.get("drop", ())),
        "same": set(item.get("same", ())),
        "keeps": set(item.get("keeps", ())),
        "to": templates.placeholders(str(item.get("to", ""))),
        "when": conditions.names(str(item["when"])) if "when" in item else set(),
    }
    for text in dict(item.get("values", {})).values():
        mentioned["values"] |= templates.placeholders(str(text))
    for field, names in mentioned.items():
        if lacking := sorted(names - known):
            takes = ", ".join(sorted(known - {"self"})) or "nothing"
            message = f"torch has no parameter {', '.join(lacking)}; {takes} are there"
            yield raw.complain(message, *path, field)


def _check_names(
    raw: Raw, item: dict[str, Any], path: tuple[str | int, ...], apis: Mapping[str, Any]
) -> Iterator[Complaint]:
    used = []
    texts = [("to", item.get("to"))] + [
        ("values", v) for v in dict(item.get("values", {})).values()
    ]
    texts += [("items", f"_{suffix}") for suffix in dict(item.get("items", {})).values()]
    for field, text in texts:
        if text is None:
            continue
        try:
            pieces = templates.parse(str(text)).pieces
        except templates.TemplateError as error:
            yield raw.complain(str(error), *path, field)
            continue
        used += [(field, piece.name) for piece in pieces if isinstance(piece, templates.ApiName)]
    if item.get("api"):
        used.append(("api", str(item["api"])))
    for field, name in used:
        if name.startswith("mindspore") and not is_known(name, apis):
            message = f"MindSpore has no public {name}; look it up in mindspore/*.json"
            yield raw.complain(message, *path, field)
        elif name.startswith(f"{HELPER}.") and name not in apis:
            message = f"there is no helper {name}; write helpers/{name.partition('.')[2]}.py"
            yield raw.complain(message, *path, field)


def is_known(name: str, apis: Mapping[str, Any]) -> bool:
    """Whether harvested MindSpore has ``name``, a module on the way to it, or an attribute of it."""
    if name == VERSION or name in apis or name.rpartition(".")[0] in apis:
        return True
    return any(api.startswith(name + ".") for api in apis)


def _check_difference(raw: Raw, item: Any, path: tuple[str | int, ...]) -> Iterator[Complaint]:
    yield from _check_fields(raw, item, "difference", path)
    if not isinstance(item, dict):
        return
    if not item.keys() >= TEXT:
        yield raw.complain("needs en and zh", *path)
    if "code" in item and item["code"] not in RULES:
        yield raw.complain(f"{item['code']} is not a code of mindport.rules", *path, "code")
    if "when" in item:
        yield from _check_condition(raw, item["when"], *path, "when")


def _check_condition(raw: Raw, text: Any, *path: str | int) -> Iterator[Complaint]:
    try:
        conditions.parse(str(text))
    except conditions.ConditionError as error:
        yield raw.complain(str(error), *path)


def _check_example(raw: Raw, item: Any, path: tuple[str | int, ...]) -> Iterator[Complaint]:
    if not isinstance(item, str):
        yield from _check_fields(raw, item, "example", path)
    code = item if isinstance(item, str) else item.get("code") if isinstance(item, dict) else None
    if not isinstance(code, str):
        yield raw.complain("needs code, a torch snippet", *path)
        return
    try:
        compile(code, "example", "exec")
    except SyntaxError as error:
        yield raw.complain(f"does not parse as Python: {error.msg}", *path)


def _is_text(plain: Any) -> bool:
    return isinstance(plain, dict) and set(plain) == TEXT


def raw_entries(path: Path) -> Iterator[Raw]:
    """The entries of a YAML file as they were written.

    Raises:
        KnowledgeError: the file is no YAML, or no list of mappings.
    """
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        message = f"{error.problem}. Mend the YAML."
        raise KnowledgeError([Complaint(path.name, line, "YAML", message)]) from None
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        message = "the file must be a list of entries, each beginning with '- symbol:'"
        raise KnowledgeError([Complaint(path.name, 1, "YAML", message)])
    constructor = yaml.constructor.SafeConstructor()
    for node in root.value:
        lines: dict[tuple[str | int, ...], int] = {}
        _note_lines(node, (), lines)
        plain = constructor.construct_object(node, deep=True)
        if not isinstance(plain, dict):
            message = "an entry must be a mapping that begins with 'symbol:'"
            raise KnowledgeError([Complaint(path.name, lines[()], "entry", message)])
        yield Raw(path.name, plain, lines)


def _note_lines(
    node: yaml.Node, path: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int]
) -> None:
    lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _note_lines(value, (*path, key.value), lines)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            _note_lines(value, (*path, index), lines)
