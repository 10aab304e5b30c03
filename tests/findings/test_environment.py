"""Environment variables that msrun and MindSpore have under other names."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import os\nimport torch.distributed as dist\n\ndist.init_process_group('nccl')\n"


@pytest.mark.parametrize(
    "source",
    [
        "import os\n\nrank = int(os.environ['RANK'])\n",
        "import os\nimport paddle.distributed as dist\n\nrank = int(os.environ['RANK'])\n",
        f"{HEAD}home = os.environ['HOME']\n",
        f"{HEAD}rank = settings['RANK']\n",
        f"{HEAD}rank = settings.get('RANK', 0)\n",
        f"{HEAD}print('RANK', 'WORLD_SIZE')\n",
        f"{HEAD}os.environ['MASTER_ADDR'] = 'localhost'\n",
        f"{HEAD}rank = int(os.environ['RANK_ID'])\n",
        f"{HEAD}parser.add_argument('--rank', type=int)\n",
        f"{HEAD}parser.add_argument('--local_rank', default=int(os.environ.get('DEVICE_ID', 0)))\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(source) if f.code == "MP308"] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int(os.environ['RANK'])", "int(os.environ['RANK_ID'])"),
        ('int(os.environ["LOCAL_RANK"])', 'int(os.environ.get("DEVICE_ID", "0"))'),
        ("os.environ.get('WORLD_SIZE', 1)", "os.environ.get('MS_WORKER_NUM', 1)"),
        ("os.getenv('LOCAL_RANK', '0')", "os.getenv('DEVICE_ID', '0')"),
        ("os.environ.get('LOCAL_RANK', 0)", "os.environ.get('DEVICE_ID', 0)"),
        (
            "int(os.getenv('LOCAL_RANK', default=-1))",
            "int(os.getenv('DEVICE_ID', os.getenv('RANK_ID', -1)))",
        ),
        (
            "os.environ.get('LOCAL_RANK')",
            "os.environ.get('DEVICE_ID', os.environ.get('RANK_ID'))",
        ),
        ("'LOCAL_RANK' in os.environ", "'MS_WORKER_NUM' in os.environ"),
        (
            "parser.add_argument('--local_rank', default=os.environ['LOCAL_RANK'])",
            "parser.add_argument('--local_rank', default=os.environ.get('DEVICE_ID', '0'))",
        ),
        (
            "parser.add_argument('--local_rank', type=int, default=-1)",
            "parser.add_argument('--local_rank', type=int, "
            "default=os.environ.get('DEVICE_ID', os.environ.get('RANK_ID', -1)))",
        ),
        (
            'parser.add_argument("--local-rank", default=0, type=int)',
            'parser.add_argument("--local-rank", default=os.environ.get("DEVICE_ID", 0), type=int)',
        ),
        (
            "parser.add_argument('--local_rank', type=int)",
            "parser.add_argument('--local_rank', type=int, "
            "default=os.environ.get('DEVICE_ID', os.environ.get('RANK_ID')))",
        ),
        ("'RANK' in os.environ", "'RANK_ID' in os.environ"),
        ("'WORLD_SIZE' not in os.environ", "'MS_WORKER_NUM' not in os.environ"),
        ("os.environ['MASTER_PORT']", "os.environ['MS_SCHED_PORT']"),
    ],
)
def test_reads_what_msrun_sets(before: str, after: str) -> None:
    text = fixed(f"{HEAD}value = {before}\n")
    assert text.endswith(f"value = {after}\n")
    assert findings(text) == []


@pytest.mark.parametrize(
    "statement",
    [
        "os.environ['RANK'] = str(rank)",
        "os.environ.setdefault('WORLD_SIZE', '1')",
        "count = int(os.environ['LOCAL_WORLD_SIZE'])",
        "parser.add_argument('--local_rank', default=-1)",
        "parser.add_argument('--local-rank', '--local_rank', default=0)",
    ],
)
def test_what_a_person_has_to_decide_is_an_error(statement: str) -> None:
    found = [f for f in findings(f"{HEAD}{statement}\n") if f.code == "MP308"]
    assert [(f.severity, f.fix) for f in found] == [("error", None)]


def test_a_variable_that_the_file_sets_itself_keeps_its_name() -> None:
    source = f"{HEAD}os.environ['RANK'] = os.environ['SLURM_PROCID']\nr = os.environ['RANK']\n"
    assert fixed(source).endswith("\nr = os.environ['RANK']\n")
    assert [f.severity for f in findings(source) if f.code == "MP308"] == ["error", "error"]


def test_it_is_still_told_in_a_file_that_was_moved() -> None:
    source = (
        "import os\nimport mindspore as ms\n\nms.communication.init()\nr = os.environ['RANK']\n"
    )
    assert [f.code for f in findings(source)] == ["MP308"]


def test_devices_are_hidden_by_another_name_on_ascend() -> None:
    source = "import os\nimport torch\n\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\ntorch.ones(3)\n"
    assert "os.environ['ASCEND_RT_VISIBLE_DEVICES'] = '0'" in fixed(source, unsafe=True)
    (finding,) = [f for f in findings(source) if f.code == "MP308"]
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"


SPAWN = "import torch.multiprocessing as mp\n\n\ndef work(gpu, count, args):\n    print(gpu)\n\n\n"


@pytest.mark.parametrize(
    "call",
    [
        "context = mp.spawn(work, nprocs=2, join=False)",
        "mp.spawn(work, nprocs=2, daemon=True)",
        "start = mp.spawn",
    ],
)
def test_processes_that_go_on_beside_the_program_stay(call: str) -> None:
    assert call in fixed(f"{SPAWN}{call}\n", unsafe=True)
    assert [f for f in findings(f"{SPAWN}{call}\n") if f.severity in ("error", "warning")]


@pytest.mark.parametrize(
    ("call", "after"),
    [
        (
            "mp.spawn(work, nprocs=4, args=(4, opt))",
            "work(int(os.environ.get('DEVICE_ID', '0')), 4, opt)",
        ),
        ("mp.spawn(work, opt, count, True)", "work(int(os.environ.get('DEVICE_ID', '0')), *opt)"),
        ("mp.spawn(work, nprocs=8)", "work(int(os.environ.get('DEVICE_ID', '0')))"),
    ],
)
def test_each_process_of_msrun_calls_what_spawn_started(call: str, after: str) -> None:
    source = f"{SPAWN}def main(opt, count):\n    {call}\n"
    assert f"    {after}\n" in fixed(source, unsafe=True)
    assert f"    {call}\n" in fixed(source)
