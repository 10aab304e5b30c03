"""Converting checkpoints: what a cell loads afterwards is what torch had saved."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.runtime.checkpoints import ConversionError, convert

TORCH_MODEL = """
import json, torch
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Conv1d(3, 4, 3), nn.BatchNorm1d(4), nn.Flatten(), nn.Linear(24, 5))
model(torch.randn(8, 3, 8))
model.eval()
"""
CELL = """
from mindspore import nn
def make(classes):
    return nn.SequentialCell(
        nn.Conv1d(3, 4, 3, pad_mode="valid", has_bias=True), nn.BatchNorm1d(4), nn.Flatten(),
        nn.Dense(24, classes),
    )
"""
INPUT = "[[[i * 0.1 + c for i in range(8)] for c in range(3)]]"


def python(source: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", source, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout.splitlines()[-1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "cell.py").write_text(CELL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_cell_computes_the_same_from_the_converted_checkpoint(folder: Path) -> None:
    expected = python(
        TORCH_MODEL + f"print(json.dumps(model(torch.tensor({INPUT})).tolist()))\n"
        "state = {'module.' + k: v for k, v in model.state_dict().items()}\n"
        "torch.save({'epoch': 3, 'state_dict': state}, 'model.pth')\n"
        f"print(json.dumps(model(torch.tensor({INPUT})).tolist()))",
    )
    done = convert("model.pth", "out/model.ckpt", cell="cell.py:make(5)")
    assert done.written
    assert done.count == 8
    assert done.plan is not None
    assert done.plan.complete
    actual = python(
        "import json, mindspore as ms, cell\n"
        "net = cell.make(5)\n"
        "left = ms.load_param_into_net(net, ms.load_checkpoint('out/model.ckpt'))\n"
        "assert left == ([], []), left\n"
        f"print(json.dumps(net(ms.Tensor({INPUT}, ms.float32)).asnumpy().tolist()))",
    )
    assert json.loads(actual)[0] == pytest.approx(json.loads(expected)[0], rel=1e-5)


READING = """
import json
from mindspore import nn
class Net(nn.Cell):
    def __init__(self, path):
        super().__init__()
        with open(path) as file:
            self.fc = nn.Dense(*json.load(file))
"""


def test_a_cell_may_read_files_of_the_folder(folder: Path) -> None:
    python(
        "import torch; fc = torch.nn.Linear(3, 2)\n"
        "torch.save({'fc.' + k: v for k, v in fc.state_dict().items()}, 'fc.pth'); print('saved')"
    )
    (folder / "reading.py").write_text(READING, encoding="utf-8")
    (folder / "sizes.json").write_text("[3, 2]", encoding="utf-8")
    assert convert("fc.pth", "fc.ckpt", cell="reading.py:Net('sizes.json')").count == 2


def test_a_cell_may_stand_in_a_package(folder: Path) -> None:
    python(
        "import torch; fc = torch.nn.Linear(3, 2)\n"
        "torch.save({'fc.' + k: v for k, v in fc.state_dict().items()}, 'fc.pth'); print('saved')"
    )
    (folder / "nets").mkdir()
    (folder / "settings.py").write_text("SIZES = [3, 2]\n", encoding="utf-8")
    (folder / "nets/__init__.py").write_text("", encoding="utf-8")
    (folder / "nets/parts.py").write_text(
        "from mindspore import mint\n\n\ndef linear(n, m):\n    return mint.nn.Linear(n, m)\n",
        encoding="utf-8",
    )
    (folder / "nets/net.py").write_text(
        "from mindspore import nn\n\nfrom settings import SIZES\n\nfrom .parts import linear\n\n\n"
        "class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = linear(*SIZES)\n",
        encoding="utf-8",
    )
    assert convert("fc.pth", "fc.ckpt", cell="nets/net.py:Net()").count == 2


BUFFERS = """
from mindspore import nn, ops
class Net(nn.Cell):
    def __init__(self, value):
        super().__init__()
        self.fc = nn.Dense(2, 2, has_bias=False)
        self.register_buffer("table", value * ops.ones((2,)))
"""


@pytest.mark.parametrize(("value", "written", "lost"), [(1, True, ()), (2, False, ("table",))])
def test_a_buffer_is_no_loss_where_the_cell_computes_it(
    folder: Path, value: int, written: bool, lost: tuple[str, ...]
) -> None:
    (folder / "buffers.py").write_text(BUFFERS, encoding="utf-8")
    python(
        "import torch\n"
        "torch.save({'fc.weight': torch.ones(2, 2), 'table': torch.ones(2)}, 'a.pt')\nprint()"
    )
    done = convert("a.pt", "a.ckpt", cell=f"buffers.py:Net({value})")
    assert done.plan is not None
    assert (done.written, done.plan.unexpected) == (written, lost)


def test_without_a_cell_names_and_types_stay(folder: Path) -> None:
    python(
        "import torch\n"
        "torch.save({'w': torch.ones(2).bfloat16(), 'n': torch.tensor(3), 'note': 'x'}, 'a.pt')\n"
        "print()"
    )
    done = convert("a.pt", "a.ckpt")
    assert (done.written, done.count, done.plan, done.left_out) == (True, 2, None, ("note",))
    loaded = python(
        "import mindspore as ms\n"
        "print({k: (str(v.dtype), v.shape) for k, v in ms.load_checkpoint('a.ckpt').items()})"
    )
    assert loaded == "{'w': ('BFloat16', (2,)), 'n': ('Int64', ())}"


def test_a_cell_that_does_not_fit_is_not_written_unless_asked(folder: Path) -> None:
    python(TORCH_MODEL + "torch.save(model.state_dict(), 'model.pt')\nprint()")
    done = convert("model.pt", "model.ckpt", cell="cell.py:make(6)")
    assert not done.written
    assert done.plan is not None
    assert [entry[0] for entry in done.plan.mismatched] == ["3.weight", "3.bias"]
    assert not (folder / "model.ckpt").exists()
    assert convert("model.pt", "model.ckpt", cell="cell.py:make(6)", partial=True).written
    assert (folder / "model.ckpt").exists()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.pt", None, "no file"),
        ("text.pt", b"not a checkpoint", "Error"),
        ("empty.pt", b"", "Error"),
    ],
)
def test_files_that_are_no_checkpoints(
    folder: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(ConversionError, match=message):
        convert(name, "out.ckpt")
    assert not (folder / "out.ckpt").exists()


def test_a_checkpoint_that_would_run_code_does_not(folder: Path) -> None:
    python(
        "import torch, os\n"
        "class Evil:\n"
        "    def __reduce__(self): return os.mkdir, ('it-ran',)\n"
        "torch.save(Evil(), 'evil.pt')\nprint()"
    )
    with pytest.raises(ConversionError, match=r"[Ww]eights"):
        convert("evil.pt", "out.ckpt")
    assert not (folder / "it-ran").exists()


def test_a_whole_model_is_not_a_state_dict(folder: Path) -> None:
    python("import torch\ntorch.save([torch.ones(2)], 'list.pt')\nprint()")
    with pytest.raises(ConversionError, match="state_dict"):
        convert("list.pt", "out.ckpt")


def test_another_suffix_is_refused(folder: Path) -> None:
    (folder / "a.pt").touch()
    with pytest.raises(ConversionError, match=r"\.ckpt"):
        convert("a.pt", "a.npz")
