"""How much memory a process and its descendants hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def exceeds(limit: int, root: int, *, counting_root: bool = True) -> bool:
    """Whether the tree under ``root`` holds more than ``limit`` bytes of RAM.

    Linux counts a page that several processes share once; macOS counts it for each of them. Where
    the system does not tell, the answer is no.
    """
    if sys.platform == "linux":
        pids = _tree(_linux_parents(), root, counting_root)
        # Exact figures cost milliseconds a process, so only when the quick ones alarm.
        return sum(map(_linux_resident, pids)) > limit and (
            sum(map(_linux_proportional, pids)) > limit
        )
    if sys.platform == "darwin":
        table = _ps_table()
        pids = _tree({pid: parent for pid, (parent, _) in table.items()}, root, counting_root)
        return sum(table[pid][1] for pid in pids if pid in table) > limit
    return False


def _tree(parents: dict[int, int], root: int, counting_root: bool) -> list[int]:
    children: dict[int, list[int]] = {}
    for pid, parent in parents.items():
        children.setdefault(parent, []).append(pid)
    found, queue = ([root] if counting_root else []), [root]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found


def _linux_parents() -> dict[int, int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_bytes()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(b")")[2].split()[1])
    return parents


def _linux_resident(pid: int) -> int:
    """Anonymous and shared memory; the framework's libraries, mapped from files, do not count."""
    try:
        rows = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    except OSError:
        return 0
    return sum(int(row.split()[1]) << 10 for row in rows if row[:8] in (b"RssAnon:", b"RssShmem"))


def _linux_proportional(pid: int) -> int:
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines()
    except OSError:
        return _linux_resident(pid)
    return sum(int(row.split()[1]) << 10 for row in rows if row[:9] in (b"Pss_Anon:", b"Pss_Shmem"))


def _ps_table() -> dict[int, tuple[int, int]]:
    output = subprocess.run(
        ["ps", "-axo", "pid=,ppid=,rss="], capture_output=True, text=True, check=False
    ).stdout
    rows = (row.split() for row in output.splitlines())
    return {int(row[0]): (int(row[1]), int(row[2]) << 10) for row in rows if len(row) == 3}
