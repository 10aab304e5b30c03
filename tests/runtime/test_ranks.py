"""Several processes that find each other as msrun's do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, sys
from pathlib import Path
from mindport.runtime.ranks import RankError, run_ranks

def call():
    place = int({0})
    import mindspore.communication
    mindspore.communication.init()
    return {{"place": place, "size": mindspore.communication.get_group_size()}}

try:
    print(run_ranks("mindspore", [Path(sys.argv[1], str(one)) for one in range(2)], [call, call]))
except RankError as error:
    print(error)
"""


def told(read: str, folder: Path) -> str:
    command = [sys.executable, "-c", PROGRAM.format(read), str(folder)]
    environment = {**os.environ, "GLOG_v": "3"}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    return ran.stdout.strip().splitlines()[-1]


def test_the_scheduler_runs_the_program_without_a_device(tmp_path: Path) -> None:
    assert told('os.environ["DEVICE_ID"]', tmp_path) == "KeyError: 'DEVICE_ID' (scheduler)"


def test_it_joins_the_others_where_the_program_does(tmp_path: Path) -> None:
    expected = [{"place": place, "size": 2} for place in range(2)]
    assert told('os.environ.get("DEVICE_ID", "0")', tmp_path) == str(expected)
