"""Migrates programs that use models out of PyPI packages' sources, as they are, trains them in both
frameworks, and prints what came of each.

``scripts/foreign/NAME.py`` is a torch program of a few training steps. Its first lines name the
packages whose sources are copied beside it and migrated with it (``# packages:`` as they install,
``# sources:`` as their source archives have them, scripts that are not installed included), and what
those need that is no torch code (``# needs:``). All are fetched from PyPI into the cache folder;
nothing is installed into the environment. They are migrated for Ascend and CPU, or for the one device
that ``# device:`` names.

Where the package has a whole training script, ``# script:`` names it, with its arguments: it runs
after the program, as Python runs a script, and is migrated too. The program then only prepares what
the script is to read, and holds the list ``losses`` that is filled while it runs. What is drawn is
the same in both frameworks, and ``scripts/foreign/doubles`` stands in for the environments and the
loggers that scripts import.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT), str(ROOT / "scripts")]

import click  # noqa: E402
import numpy as np  # noqa: E402
from tests.scenarios import recorder  # noqa: E402

import foreign_draws  # noqa: E402
from foreign_places import executed, may_differ, stops_at_finding, whole_functions  # noqa: E402
from foreign_table import read_records, write_records  # noqa: E402
from mindport.runtime.compare import compare  # noqa: E402
from mindport.runtime.jobs import Framework, Job, JobResult  # noqa: E402
from mindport.runtime.missing import hide_torch  # noqa: E402
from mindport.runtime.plain import Leaf  # noqa: E402
from mindport.runtime.pool import Worker  # noqa: E402

PROGRAMS = Path(__file__).with_name("foreign")
CACHE = ROOT / ".cache/foreign"
DOUBLES = PROGRAMS / "doubles"
HEADER = re.compile(r"# (packages|sources|needs|script|device): (.+)")
SOURCES = "*-[0-9]*"  # an unpacked source archive: its name, and its version
LEFT = ("error", "warning")
COMPILED = re.compile(r"In file ([^\s:]+):(\d+)")
GUESSED = "MP110"  # a hint: what to do if the value is a tensor
TIMEOUT = 600.0
LONGEST = 200  # characters of a folder's name


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a program: its result, where, and how many findings were left."""

    program: str
    result: str
    where: str
    left: Counter[str]


@click.command()
@click.argument("names", nargs=-1)
@click.option("--unsafe-fixes", is_flag=True, help="Apply the unsafe fixes, too.")
@click.option("--record", is_flag=True, help="Keep what came of them, and write the table.")
@click.option("--keep", type=click.Path(path_type=Path), help="Leave the migrated programs here.")
@click.option("--graph", is_flag=True, help="Migrate for graph mode, and run in it.")
def main(
    names: tuple[str, ...], unsafe_fixes: bool, record: bool, keep: Path | None, graph: bool
) -> None:
    """Run the programs NAMES, or all; one line for each. With --graph and no NAMES: those that are
    equal without it."""
    known = read_records()
    chosen = names or ([n for n, r in known.items() if r["result"] == "equal"] if graph else ())
    paths = [p for p in sorted(PROGRAMS.glob("*.py")) if not chosen or p.stem in chosen]
    results: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for path in paths:
            row = look(path, (keep or Path(scratch)) / path.stem, unsafe_fixes, graph)
            results[row.result] += 1
            left = " ".join(f"{code}:{count}" for code, count in sorted(row.left.items()))
            print(f"{row.program:24} {row.result:8} {row.where}  [{left}]", flush=True)
            if record:
                before = read_records()
                kept = before.get(row.program, {})
                new = {**kept, "graph": in_graph(row)} if graph else {**kept, **recorded(row)}
                write_records({**before, row.program: new})
    print(", ".join(f"{count} {result}" for result, count in results.items()))


def recorded(row: Row) -> dict[str, Any]:
    """A row as the table keeps it, with the commit and the versions of the packages."""
    text = PROGRAMS.joinpath(f"{row.program}.py").read_text(encoding="utf-8")
    versions = sorted(
        info.name.removesuffix(".dist-info")
        for folder in fetched(dict(HEADER.findall(text)))
        for info in folder.glob(SOURCES)
    )
    return {
        "result": row.result,
        "where": row.where,
        "left": dict(row.left),
        "commit": commit(),
        "packages": ", ".join(versions),
    }


def in_graph(row: Row) -> dict[str, Any]:
    """What came of a program in graph mode, as the table keeps it."""
    left = {code: count for code, count in row.left.items() if code.startswith("MP4")}
    return {"result": row.result, "where": row.where, "left": left, "commit": commit()}


def commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, check=True, stdout=-1, text=True, cwd=ROOT)
    return done.stdout.strip()


def look(path: Path, folder: Path, unsafe: bool, graph: bool = False) -> Row:
    """Train a program in torch, migrate it and what it loads, train it in MindSpore, compare."""
    shutil.rmtree(folder, ignore_errors=True)
    program, script, needs = assembled(path, folder)
    original = program.parent
    theirs = train("torch", program, script, folder, needs)
    if theirs.outcome != "ok":
        return Row(path.stem, "torch", told(theirs), Counter())
    if not theirs.value["losses"]:
        return Row(path.stem, "torch", "it gave no losses to compare", Counter())
    migrated = folder / "mindspore"
    shutil.copytree(original, migrated)
    loaded = [migrated / Path(name).relative_to(original) for name in theirs.value["loaded"]]
    told_all = migrate(loaded, unsafe, graph, device_of(path))
    findings = [finding for finding in told_all if finding["severity"] in LEFT]
    guessed = [finding for finding in told_all if finding["code"] == GUESSED]
    (folder / "findings.json").write_text(json.dumps(findings, indent=1), encoding="utf-8")
    left = Counter(finding["code"] for finding in findings)
    moved = [str(migrated / Path(script[0]).relative_to(original)), *script[1:]] if script else []
    ours = train("mindspore", migrated / program.name, moved, folder, needs, graph=graph)
    if ours.outcome != "ok":
        frames = list(ours.error.frames) if ours.error is not None else []
        while frames and frames[-1]["function"] == "__getattr__":
            frames.pop()  # who asked for what it has not is meant
        seen = [(f["path"], f["line"]) for f in frames] + compiled(ours)
        through = [place for place in seen if place[0].startswith(str(migrated))]
        is_marked = stops_at_finding(told(ours), through, findings, guessed)
        if graph and not is_marked:  # the compiler does not always say where it stops
            refused = [finding for finding in findings if finding["code"].startswith("MP4")]
            again = train("mindspore", migrated / program.name, moved, folder, needs, trace=True)
            reached = places_of(again) if again.outcome == "ok" else set()
            is_marked = may_differ(refused, whole_functions(reached))
        result = "marked" if is_marked else "raises"
        places = " <- ".join(f"{Path(p).relative_to(migrated)}:{n}" for p, n in through[:-4:-1])
        return Row(path.stem, result, f"{places}: {told(ours)}", left)
    differs = compared(theirs.value, ours.value, folder)
    if differs:
        again = train("mindspore", migrated / program.name, moved, folder, needs, trace=True)
        is_marked = may_differ(findings, places_of(again))
        return Row(path.stem, "marked" if is_marked else "wrong", differs, left)
    return Row(path.stem, "equal", "", left)


def assembled(path: Path, folder: Path) -> tuple[Path, list[str], Path]:
    """A program beside the packages that it names, in ``folder``/torch: the program, the script that
    it names with its arguments, and the folder of what those need."""
    headers = dict(HEADER.findall(path.read_text(encoding="utf-8")))
    original = folder / "torch"
    for package in fetched(headers):
        shutil.copytree(package, original, dirs_exist_ok=True)
    original.mkdir(parents=True, exist_ok=True)
    program = Path(shutil.copy(path, original / "program.py"))
    script = find_script(headers["script"], original) if "script" in headers else []
    needs = fetch(headers["needs"], "site-packages") if "needs" in headers else folder
    return program, script, needs


def places_of(result: JobResult) -> set[tuple[str, int]]:
    """The lines that a run with a trace executed."""
    return {(path, line) for path, line in result.value["executed"]}


def find_script(command: str, original: Path) -> list[str]:
    """A script and its arguments, the script by its path; it is named by its place in a package."""
    name, *arguments = shlex.split(command)
    [path] = {*original.glob(name), *original.glob(f"{SOURCES}/{name}")}
    return [str(path), *arguments]


def fetched(headers: dict[str, str]) -> list[Path]:
    """The folders that hold what a program's header asks for, to be copied beside it."""
    return [fetch(headers[kind], kind) for kind in ("packages", "sources") if kind in headers]


def fetch(packages: str, kind: str) -> Path:
    """A folder that holds ``packages``, without what they depend on."""
    name = "-".join(sorted(packages.split()))
    if len(name) > LONGEST:
        name = f"{name[:LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    folder = CACHE / kind / name
    if not folder.is_dir():
        pip = [sys.executable, "-m", "pip"]
        partial = folder.with_suffix(".part")
        shutil.rmtree(partial, ignore_errors=True)
        command = ["install", "--no-compile", "--target"]
        if kind == "sources":
            command = ["download", "--no-binary", ":all:", "--dest"]
        chosen = ["--quiet", "--no-deps", *packages.split()]
        subprocess.run([*pip, *command, str(partial), *chosen], check=True, stdout=sys.stderr)
        for archive in partial.glob("*.tar.gz"):
            with tarfile.open(archive) as packed:
                packed.extractall(partial, filter="data")
            archive.unlink()
        partial.rename(folder)
    return folder


def device_of(path: Path) -> str | None:
    """The only device that a program is to be migrated for, where it names one."""
    return dict(HEADER.findall(path.read_text(encoding="utf-8"))).get("device")


def migrate(
    files: list[Path], unsafe: bool, graph: bool, device: str | None
) -> list[dict[str, Any]]:
    """Fix the files in place; the findings that are left, hints included."""
    check = [sys.executable, "-P", "-c", "from mindport.cli.check import check; check()"]
    options = ["--fix", "--output-format", "json", "--exit-zero", "--jobs", "1"]
    options += ["--unsafe-fixes"] if unsafe else []
    options += ["--mode", "graph"] if graph else []
    options += ["--device", device] if device else []
    done = subprocess.run(
        [*check, *options, *map(str, files)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "server")},
        cwd=files[0].parent,
    )
    report = json.loads(done.stdout)
    return [
        {**finding, "path": str(Path(files[0].parent, file["path"]).resolve())}
        for file in report["files"]
        for finding in file["findings"]
    ]


def train(
    framework: Framework,
    program: Path,
    script: list[str],
    folder: Path,
    needs: Path,
    trace: bool = False,
    graph: bool = False,
) -> JobResult:
    """Run the program in one framework; ``folder`` gets the weights at the start and the end."""
    arguments: dict[str, Any] = {"program": str(program), "script": script, "folder": str(folder)}
    arguments |= {"trace": True} if trace else {}
    arguments |= {"graph": True} if graph else {}
    call = f"scripts.foreign_programs:in_{framework}"
    return in_worker(framework, call, arguments, program, needs)


def in_worker(
    framework: Framework, call: str, arguments: dict[str, Any], program: Path, needs: Path
) -> JobResult:
    """Let a worker that finds what the program needs do ``call``."""
    extra = [str(ROOT), str(ROOT / "server"), str(needs), str(DOUBLES)]
    extra += map(str, program.parent.glob(f"{SOURCES}/"))
    if framework == "torch":
        extra.append(torchvision())
    environment = {"PYTHONPATH": os.pathsep.join(extra), "NUMBA_DISABLE_JIT": "1"}
    with Worker.start(framework, env=environment) as worker:
        return worker.submit(Job(call, arguments, timeout=TIMEOUT))


def torchvision() -> str:
    """The folder with torchvision's source."""
    script = [str(ROOT / "scripts/torchvision_source")]
    environment = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(script, check=True, stdout=-1, text=True, env=environment)
    return done.stdout.strip()


def in_torch(program: str, script: list[str], folder: str) -> dict[str, Any]:
    """The worker's half for torch; ``loaded`` are the files of the program that were imported."""
    foreign_draws.in_torch()
    sys.modules["torch.utils.tensorboard"] = importlib.import_module("tensorboardX")
    found = recorder.run_torch(program, folder, script)
    root = str(Path(program).parent)
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    loaded = {file for file in files if file and file.startswith(root)} | {program, *script[:1]}
    return {**found, "loaded": sorted(file for file in loaded if file.endswith(".py"))}


def calls_in_torch(program: str, script: list[str], folder: str) -> dict[str, Any]:
    """The worker's half of ``scripts/verify_program_calls.py``."""
    from mindport.runtime.program_calls import calls_of

    sys.modules["torch.utils.tensorboard"] = importlib.import_module("tensorboardX")
    return calls_of(partial(recorder.run, program, script), folder)


def in_mindspore(
    program: str, script: list[str], folder: str, trace: bool = False, graph: bool = False
) -> dict[str, Any]:
    """The worker's half for MindSpore, where there is no torch; with ``trace``, gives the executed
    lines, too, which there are in PyNative mode alone."""
    hide_torch()
    foreign_draws.in_mindspore(graph)
    importlib.import_module("mindspore.runtime").launch_blocking()  # errors tell where they are
    if not trace:
        try:
            return recorder.run_mindspore(program, folder, graph, script)
        except Exception as error:
            raise _first_cause(error)  # noqa: B904 the others tell where it was caught
    found: dict[str, Any] = {}
    # What graph mode refuses counts up to where PyNative mode stops, too.
    with (
        executed(str(Path(program).parent), {program, *script[:1]}) as places,
        suppress(Exception),
    ):
        found = recorder.run_mindspore(program, folder, script=script)
    return {**found, "executed": sorted(places)}


def _first_cause(error: BaseException) -> BaseException:
    """What an error was raised from, and that from, where packages tell by it what failed."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def compiled(result: JobResult) -> list[tuple[str, int]]:
    """The lines that the graph compiler names where it stops, the last the innermost."""
    text = "" if result.error is None else result.error.message
    return [(path, int(line)) for path, line in COMPILED.findall(text)]


def told(result: JobResult) -> str:
    if result.error is None:
        return result.outcome
    first, _, _ = result.error.message.partition("\n")
    return f"{result.error.type}: {first[:200]}"


def compared(theirs: dict[str, Any], ours: dict[str, Any], folder: Path) -> str:
    """What differs, empty where nothing does."""
    losses = [Leaf("array", "float64", np.array(run["losses"])) for run in (theirs, ours)]
    found = compare(*losses, rtol=1e-4, atol=1e-6)
    if found.outcome != "equal":
        return f"losses: {theirs['losses']} and {ours['losses']}"
    ends = (recorder.saved(folder, kind) for kind in ("end", "mindspore"))
    for before, after in zip(*ends, strict=True):
        for name, array in after.items():
            difference = np.abs(np.subtract(before[name], array, dtype=float)).max(initial=0)
            if difference > 1e-3 * max(1e-2, np.abs(before[name]).max(initial=0)):
                return f"parameter {name}: {difference:.1e}"
    return ""


if __name__ == "__main__":
    main()
