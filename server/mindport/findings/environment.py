"""Environment variables that MindSpore has under other names (MP308).

msrun of MindSpore 2.10.0 (``mindspore/parallel/cluster/process_entity/_api.py``) sets RANK_ID,
DEVICE_ID and MS_WORKER_NUM where torchrun sets RANK, LOCAL_RANK and WORLD_SIZE; it hands over no
``--local_rank``. ``os.environ.get("RANK", 0)`` would be 0 in every process, in silence. An Ascend
is hidden by ASCEND_RT_VISIBLE_DEVICES, as CANN's documentation has it.

msrun also runs the program in one process more, the scheduler, that stays in init(): of these
variables it has RANK_ID, which is 0 there, and MS_WORKER_NUM. Without DEVICE_ID it must come as far
as init(), too, or the others wait for it in vain.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import argument_of, find, name_of
from mindport.report import Applicability, Edit, Finding, Fix, Name, Piece
from mindport.symbols.frameworks import is_of_another
from mindport.texts import Text

DEVICE, RANK, COUNT = "DEVICE_ID", "RANK_ID", "MS_WORKER_NUM"
SET_BY_MSRUN = {
    "RANK": RANK,
    "LOCAL_RANK": DEVICE,
    "WORLD_SIZE": COUNT,
    "MASTER_ADDR": "MS_SCHED_HOST",
    "MASTER_PORT": "MS_SCHED_PORT",
    "LOCAL_WORLD_SIZE": "",
}
VISIBLE, VISIBLE_ASCENDS = "CUDA_VISIBLE_DEVICES", "ASCEND_RT_VISIBLE_DEVICES"
ADDRESS = ("MASTER_ADDR", "MASTER_PORT")
LOCAL_RANK = ("--local_rank", "--local-rank")
# One of these stands in a file that takes part in distributed training, moved already or not.
HINTS = ("distributed", "DataParallel", "communication", "set_device", "multiprocessing")
TOLD = ("RANK", "WORLD_SIZE", "MASTER_", *LOCAL_RANK)
LAUNCHER = "torch.distributed.run"
LOCAL_SIZE = "mindspore.communication.get_local_rank_size()"
TITLE = Text("Use MindSpore's variable", "使用 MindSpore 的变量")
HIDDEN = Text(
    f"{VISIBLE} chooses among GPUs; {VISIBLE_ASCENDS} chooses among Ascend devices.",
    f"{VISIBLE} 用于选择 GPU，{VISIBLE_ASCENDS} 用于选择昇腾设备。",
)
STORED = Text(
    "msrun tells each process its rank and the number of processes; what is put here has no effect "
    "on MindSpore.",
    "各进程的编号与进程数由 msrun 提供，此处的赋值对 MindSpore 不起作用。",
)
OPTION = Text(
    "msrun hands over no --local_rank, so that every process has the default: "
    'int(os.environ.get("DEVICE_ID", 0)) is this process\'s place on its machine.',
    'msrun 不会传入 --local_rank，每个进程得到的都是默认值：请用 int(os.environ.get("DEVICE_ID", 0)) 取得进程在本机的编号。',
)


@dataclass(frozen=True, slots=True)
class Place:
    """A node that reads or sets a variable, or makes the option of its name."""

    node: ast.expr
    name: ast.Constant
    stores: bool = False


def environment_findings(site: Site) -> Iterator[Finding]:
    """Each place that reads or sets such a variable."""
    tree, text = site.document.tree, site.document.text
    if tree is None or is_of_another(tree):
        return
    distributed = any(hint in text for hint in HINTS) and any(name in text for name in TOLD)
    visible = (
        VISIBLE in text and "Ascend" in site.target.devices and "GPU" not in site.target.devices
    )
    if not (distributed or visible):
        return
    nodes = (*find(tree, ast.Subscript), *find(tree, ast.Compare), *find(tree, ast.Call))
    places = [found for node in nodes if (found := _place(node)) is not None]
    stored = {place.name.value for place in places if place.stores}
    for place in places:
        name = place.name
        if name.value == VISIBLE:
            if visible:
                fix = _fix(site, name, VISIBLE_ASCENDS, "unsafe")
                yield _finding(site, name, HIDDEN, fix, "torch.cuda.device_count")
        elif distributed:
            yield from _launched(site, place, name.value in stored)


def _launched(site: Site, place: Place, stored: bool) -> Iterator[Finding]:
    """What torchrun tells a process; ``stored``: the file sets the variable itself."""
    name, variable = place.name, str(place.name.value)
    if variable in LOCAL_RANK:
        yield _finding(site, name, OPTION, _default_of_option(site, place))
    elif place.stores:
        if variable not in ADDRESS:
            yield _finding(site, name, STORED, None)
    else:
        successor = SET_BY_MSRUN[variable]
        if successor == DEVICE and isinstance(place.node, ast.Compare):
            successor = COUNT
        fix = None if stored else _fix(site, name, successor)
        if fix is not None and successor == DEVICE:
            fix = replace(fix, edits=(_read_of_device(site, place),))
        yield _finding(site, name, _message(variable, successor), fix)


def _default_of_option(site: Site, place: Place) -> Fix | None:
    """An option without a value takes this process's place, or, without msrun, what it took before."""
    call, span = place.node, site.document.span
    assert isinstance(call, ast.Call)
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    kind, default = given.get("type"), given.get("default")
    if not (isinstance(kind, ast.Name) and kind.id == "int"):  # argparse applies it to a default
        return None
    pieces = _device(site, place, (Name("os.environ"), ".get"), default)
    if default is not None:
        return Fix(TITLE, "safe", (Edit(span(default), pieces),))
    end = max(span(argument).end for argument in (*call.args, *given.values()))
    return Fix(TITLE, "safe", (Edit(Span(end, end), (", default=", *pieces)),))


def _read_of_device(site: Site, place: Place) -> Edit:
    """``os.environ.get("DEVICE_ID", "0")`` for ``os.environ["LOCAL_RANK"]``."""
    node, span = place.node, site.document.span
    if isinstance(node, ast.Subscript):
        quote = site.document.source(place.name)[-1]
        text = f".get({quote}{DEVICE}{quote}, {quote}0{quote})"
        return Edit(span(node), (span(node.value), text))
    assert isinstance(node, ast.Call)
    default = argument_of(node, ["key", "default"], 1)
    return Edit(span(node), _device(site, place, (span(node.func),), default))


def _device(
    site: Site, place: Place, get: tuple[Piece, ...], default: ast.expr | None
) -> tuple[Piece, ...]:
    """``get("DEVICE_ID", 0)``; in front of another default what the scheduler has, its rank of 0."""
    quote = site.document.source(place.name)[-1]
    device: tuple[Piece, ...] = (*get, f"({quote}{DEVICE}{quote}, ")
    rank: tuple[Piece, ...] = (*get, f"({quote}{RANK}{quote}")
    if default is None:
        return (*device, *rank, "))")
    span = site.document.span(default)
    if isinstance(default, ast.Constant) and str(default.value) == "0":
        return (*device, span, ")")
    return (*device, *rank, ", ", span, "))")


def _place(node: ast.AST) -> Place | None:
    """The name of a variable that ``node`` reads or sets, or of the option."""
    if isinstance(node, ast.Subscript):
        if _is_environment(node.value):
            return _named(node, node.slice, not isinstance(node.ctx, ast.Load))
    elif isinstance(node, ast.Compare):
        if isinstance(node.ops[0], ast.In | ast.NotIn) and _is_environment(node.comparators[0]):
            return _named(node, node.left)
    elif isinstance(node, ast.Call) and node.args:
        function = node.func
        name = name_of(function)
        if name == "add_argument":
            if any(c.value in ("LOCAL_RANK", DEVICE) for c in find(node, ast.Constant)):
                return None  # default=int(os.environ["LOCAL_RANK"])
            options = [a for a in node.args if isinstance(a, ast.Constant)]
            return next((Place(node, a) for a in options if a.value in LOCAL_RANK), None)
        if name == "getenv":
            return _named(node, node.args[0])
        if isinstance(function, ast.Attribute) and _is_environment(function.value):
            return _named(node, node.args[0], name in ("setdefault", "pop"))
    return None


def _named(node: ast.expr, name: ast.expr, stores: bool = False) -> Place | None:
    if isinstance(name, ast.Constant) and name.value in (*SET_BY_MSRUN, VISIBLE):
        return Place(node, name, stores)
    return None


def _is_environment(node: ast.expr) -> bool:
    return getattr(node, "attr", getattr(node, "id", "")) == "environ"


def _fix(
    site: Site, name: ast.Constant, successor: str, applicability: Applicability = "safe"
) -> Fix | None:
    span = site.document.span(name)
    written = site.document.text[span.start : span.end]
    if not successor or str(name.value) not in written:
        return None
    edit = Edit(span, (written.replace(str(name.value), successor),))
    return Fix(TITLE, applicability, (edit,))


def _message(name: str, successor: str) -> Text:
    if not successor:
        return Text(
            f"msrun does not set {name}; {LOCAL_SIZE} gives it.",
            f"msrun 不设置 {name}，请用 {LOCAL_SIZE} 取得。",
        )
    return Text(
        f"torchrun sets {name}; msrun sets {successor} in its place.",
        f"torchrun 设置 {name}，msrun 对应地设置 {successor}。",
    )


def _finding(
    site: Site, name: ast.Constant, message: Text, fix: Fix | None, symbol: str = LAUNCHER
) -> Finding:
    span = site.document.span(name)
    return Finding("MP308", "error", symbol, None, "certain", message, span, fix)
