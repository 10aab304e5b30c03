"""Names from other files of the folder: what each import finds there, and what cannot break it."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from textwrap import dedent

import pytest

from mindport.symbols.flow import find_uses
from mindport.symbols.workspace import MAX_BYTES, Workspace

MAKE = "import torch\ndef make() -> torch.Tensor:\n    return torch.zeros(3)\n"
BASE = "from torch import nn\nclass Base(nn.Module):\n    pass\n"


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")


def uses(source: str, path: Path, workspace: Workspace | None = None) -> list[str]:
    found = find_uses(ast.parse(dedent(source)), str(path), workspace or Workspace())
    return [use.symbol for use in found.uses if use.confidence != "name"]


@pytest.mark.parametrize(
    ("files", "place", "statement"),
    [
        ({"other.py": MAKE}, "main.py", "from other import make"),
        ({"other.py": MAKE}, "main.py", "from other import make as make"),
        ({"other.py": MAKE}, "main.py", "from other import *"),
        ({"p/__init__.py": MAKE}, "main.py", "from p import make"),
        ({"p/__init__.py": "", "p/other.py": MAKE}, "main.py", "from p.other import make"),
        ({"p/other.py": MAKE}, "main.py", "from p.other import make"),
        ({"p/__init__.py": "", "p/other.py": MAKE}, "p/main.py", "from .other import make"),
        ({"p/__init__.py": MAKE}, "p/main.py", "from . import make"),
        (
            {"p/__init__.py": "", "p/other.py": MAKE, "p/q/__init__.py": ""},
            "p/q/main.py",
            "from ..other import make",
        ),
        (
            {"p/__init__.py": "", "p/other.py": MAKE, "p/q/__init__.py": ""},
            "p/q/main.py",
            "from p.other import make",
        ),
        (
            {"p/__init__.py": "from .a import *", "p/a.py": "from .b import make", "p/b.py": MAKE},
            "main.py",
            "from p import make",
        ),
        (
            {
                "p/__init__.py": "from .a import *\nfrom .b import *",
                "p/a.py": MAKE,
                "p/b.py": "from . import make\nx = make()",
            },
            "main.py",
            "from p import make",
        ),
        (
            {
                "other.py": "try:\n    from a import make\nexcept ImportError:\n    pass",
                "a.py": MAKE,
            },
            "main.py",
            "from other import make",
        ),
    ],
)
def test_finds_a_function_of_another_file(
    tmp_path: Path, files: dict[str, str], place: str, statement: str
) -> None:
    write(tmp_path, files)
    assert uses(f"{statement}\nmake().size()", tmp_path / place) == ["torch.Tensor.size"]


@pytest.mark.parametrize(
    ("files", "place", "statement"),
    [
        ({"other.py": MAKE}, "main.py", "import other\nmake = other.make"),
        (
            {"p/__init__.py": "from . import other", "p/other.py": MAKE},
            "main.py",
            "from p import other\nmake = other.make",
        ),
        (
            {"p/__init__.py": "import other as mine", "other.py": MAKE},
            "main.py",
            "from p import mine\nmake = mine.make",
        ),
        (
            {"p/__init__.py": "", "p/other.py": MAKE},
            "main.py",
            "import p.other\nmake = p.other.make",
        ),
        (
            {"p/__init__.py": "", "p/other.py": MAKE},
            "main.py",
            "import p.other as o\nmake = o.make",
        ),
        (
            {"p/__init__.py": "", "p/other.py": MAKE},
            "p/main.py",
            "from . import other\nmake = other.make",
        ),
    ],
)
def test_finds_a_function_as_an_attribute_of_its_module(
    tmp_path: Path, files: dict[str, str], place: str, statement: str
) -> None:
    write(tmp_path, files)
    assert uses(f"{statement}\nmake().size()", tmp_path / place) == ["torch.Tensor.size"]


@pytest.mark.parametrize(
    ("files", "place", "statement"),
    [
        ({"other.py": "def make(): return [3]"}, "main.py", "from other import make"),
        ({"other.py": "import torch\n_make = torch.zeros"}, "main.py", "from other import *"),
        ({"other.py": MAKE}, "main.py", "from .nothing import make"),
        ({"other.py": MAKE}, "main.py", "from .....other import make"),
        ({"other.py": MAKE}, "main.py", "from other import nothing as make"),
        ({"other.py": MAKE, "p/x.py": ""}, "q/main.py", "from p.other import make"),
        ({"other.py": "def make(:"}, "main.py", "from other import make"),
        ({"other/readme.txt": ""}, "main.py", "from other import make"),
        ({"p/__init__.py": ""}, "main.py", "import p\nmake = p.other.make"),
    ],
)
def test_finds_nothing(tmp_path: Path, files: dict[str, str], place: str, statement: str) -> None:
    write(tmp_path, files)
    source = f"import torch\n{statement}\nmake().size()"
    assert uses(source, tmp_path / place) == []


def test_roots_are_searched_after_the_files_own_folder(tmp_path: Path) -> None:
    write(tmp_path, {"src/other.py": MAKE, "tests/x.py": ""})
    source = "from other import make\nmake().size()"
    assert uses(source, tmp_path / "tests/main.py") == []
    roots = Workspace([tmp_path / "src"])
    assert uses(source, tmp_path / "tests/main.py", roots) == ["torch.Tensor.size"]
    write(tmp_path, {"tests/other.py": "def make(): return 3\n"})
    assert uses(source, tmp_path / "tests/main.py", Workspace([tmp_path / "src"])) == []


def test_bases_through_several_files(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.py": BASE,
            "b.py": "from a import Base as B\nclass Middle(B):\n    def helper(self): return self.scale\n",
            "p/__init__.py": "from b import Middle as Start\n",
        },
    )
    source = """
        from p import Start
        class Net(Start):
            def forward(self, x):
                self.train()
                return x.size()
    """
    assert uses(source, tmp_path / "main.py") == ["torch.nn.Module.train", "torch.Tensor.size"]


def test_attributes_of_a_module_in_another_file(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "net.py": """
                import torch
                class Net(torch.nn.Module):
                    def __init__(self):
                        super().__init__()
                        self.table = torch.zeros(3)
            """
        },
    )
    source = "from net import Net\nnet = Net()\nnet.table.size()\nnet.eval()\n"
    assert uses(source, tmp_path / "main.py") == ["torch.Tensor.size", "torch.nn.Module.eval"]


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": "from a import *\nfrom a import make\n"},
        {"a.py": "from b import make\n", "b.py": "from a import make\n"},
        {"a.py": "from b import *\n", "b.py": "from c import *\n", "c.py": "from a import *\n"},
        {"a.py": "import b\nmake = b.make\n", "b.py": "import a\nmake = a.make\n"},
        {
            "a.py": "import b\nclass X(b.X): pass\nmake = X\n",
            "b.py": "import a\nclass X(a.X): pass",
        },
        {"a.py": "import main\nmake = main.make\n", "main.py": "from a import make\n"},
    ],
)
def test_cycles_end(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path, files)
    source = "from a import make\nimport torch\ntorch.cat(make())\n"
    assert uses(source, tmp_path / "main.py") == ["torch.cat"]


def test_a_cycle_still_gives_what_is_there(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.py": "from b import other\nimport torch\ndef make() -> torch.Tensor: ...\n",
            "b.py": "from a import make\nimport torch\nother = make()\n",
        },
    )
    source = "from {} import make, other\nmake().size()\n"
    assert uses(source.format("a"), tmp_path / "m.py") == ["torch.Tensor.size"]
    assert uses(source.format("b"), tmp_path / "m.py") == ["torch.Tensor.size"]


@pytest.mark.parametrize("name", ["torch.py", "torch/__init__.py", "p/torch.py", "p/__init__.py"])
@pytest.mark.parametrize("place", ["main.py", "p/main.py"])
def test_torch_is_torch_whatever_files_stand_beside(tmp_path: Path, name: str, place: str) -> None:
    """Backends are often called torch.py; to fall silent there would hide what has to change."""
    write(tmp_path, {name: "def cat(x): return x\n"})
    source = "import torch\nfrom torch import nn\ntorch.cat(nn.Linear(2, 3))\n"
    assert uses(source, tmp_path / place) == ["torch.cat", "torch.nn.Linear"]


def test_a_file_that_wraps_a_library_of_its_name_imports_the_library(tmp_path: Path) -> None:
    source = "import torch.nn as nn\nimport bitsandbytes as bnb\nbnb.nn.Linear(2, 3)\n"
    write(tmp_path, {"p/__init__.py": "", "p/bitsandbytes.py": source})
    assert uses(source, tmp_path / "p/bitsandbytes.py") == []


@pytest.mark.parametrize(
    "source",
    ["from .torch import cat\ncat(x)\n", "from . import torch\ntorch.cat(x)\n"],
)
def test_a_relative_import_of_a_file_called_torch_is_that_file(tmp_path: Path, source: str) -> None:
    write(tmp_path, {"p/__init__.py": "", "p/torch.py": "def cat(x): return x\n"})
    assert uses(source, tmp_path / "p/main.py") == []


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\x7fELF\0\x80", id="binary"),
        pytest.param(b"x = '\xe9'\n", id="undecodable"),
        pytest.param(b"# coding: hex\n61\n", id="codec that makes bytes"),
        pytest.param(b"x = (" * 20_000, id="too deep"),
        pytest.param(b"x = " + b"+".join([b"1"] * 100_000), id="too long a sum"),
        pytest.param(b"", id="empty"),
        pytest.param(b"#" * (MAX_BYTES + 1), id="huge"),
    ],
)
def test_a_file_that_cannot_be_read_is_unknown(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other.py").write_bytes(content)
    source = "from other import make\nfrom other import *\nimport torch\ntorch.cat(make().size())\n"
    assert uses(source, tmp_path / "main.py") == ["torch.cat"]


def test_a_folder_called_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "other.py").mkdir()
    assert uses("from other import make\nmake().size()", tmp_path / "main.py") == []


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(MAKE + "#" * MAX_BYTES)
    assert uses("from other import make\nmake().size()", tmp_path / "main.py") == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs unreadable files")
def test_an_unreadable_file_is_unknown(tmp_path: Path) -> None:
    write(tmp_path, {"other.py": MAKE})
    (tmp_path / "other.py").chmod(0)
    assert uses("from other import make\nmake().size()", tmp_path / "main.py") == []


def test_symlink_loops_end(tmp_path: Path) -> None:
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    (tmp_path / "p").symlink_to(tmp_path, target_is_directory=True)
    write(tmp_path, {"other.py": "from p.p.other import make\n" + MAKE})
    source = "import loop\nfrom loop import x\nfrom p.p.p.other import make\nmake().size()"
    assert uses(source, tmp_path / "main.py") == ["torch.Tensor.size"]


def test_a_dangling_symlink_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "other.py").symlink_to(tmp_path / "gone.py")
    assert uses("from other import make\nmake().size()", tmp_path / "main.py") == []


def test_a_changed_file_is_read_again_once_it_is_forgotten(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    workspace = Workspace()
    source = "from other import make\nmake().size()"
    assert uses(source, tmp_path / "main.py", workspace) == []
    other.write_text(MAKE)
    workspace.forget(other)
    assert uses(source, tmp_path / "main.py", workspace) == ["torch.Tensor.size"]
    other.write_text("def make(): return 3\n")
    workspace.forget(other)
    assert uses(source, tmp_path / "main.py", workspace) == []
    other.write_text(MAKE)
    workspace.forget(other)
    other.unlink()
    workspace.forget(other)
    assert uses(source, tmp_path / "main.py", workspace) == []


def test_a_change_reaches_those_that_import_through_another_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "from b import *\n", "b.py": MAKE})
    workspace = Workspace()
    source = "from a import make\nmake().size()"
    assert uses(source, tmp_path / "main.py", workspace) == ["torch.Tensor.size"]
    (tmp_path / "b.py").write_text("def make(): return 3\n")
    workspace.forget(tmp_path / "b.py")
    assert uses(source, tmp_path / "main.py", workspace) == []


def test_a_file_deleted_before_it_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"other.py": MAKE})
    workspace = Workspace()
    main = tmp_path / "main.py"
    assert workspace.locate("other", 0, str(main)) == tmp_path / "other.py"
    (tmp_path / "other.py").unlink()
    assert uses("from other import make\nmake().size()", main, workspace) == []


def test_a_package_without_init_is_found_by_its_name(tmp_path: Path) -> None:
    write(tmp_path, {"pack/a.py": MAKE, "pack/inner/b.py": ""})
    found = Workspace().locate("pack.a", 0, str(tmp_path / "pack/inner/b.py"))
    assert found == tmp_path / "pack/a.py"
    assert Workspace().locate("pack.a", 0, str(tmp_path / "other/b.py")) is None


TABLE = """
from torch import nn
from torch.nn import Embedding

def make(n):
    table = Embedding(n, 4)
    nn.init.zeros_(table.weight)
    return table
"""


def test_a_function_of_another_file_that_makes_a_layer(tmp_path: Path) -> None:
    write(tmp_path, {"p/__init__.py": "from .tables import make", "p/tables.py": TABLE})
    found = uses("from p import make\nprint(make(3).weight)", tmp_path / "main.py")
    assert found == ["torch.nn.Embedding.weight"]


def test_a_cycle_leaves_no_file_without_its_names(tmp_path: Path) -> None:
    net = BASE + "import p\nclass Net(Base):\n    def __init__(self):\n        self.n = p.other\n"
    write(tmp_path, {"p/__init__.py": "from p.net import *\nother = 3", "p/net.py": net})
    workspace = Workspace()
    made = "print(Net().train())"
    for source in (f"from p.net import Net\n{made}", f"from p import Net\n{made}"):
        assert uses(source, tmp_path / "main.py", workspace) == ["torch.nn.Module.train"]


DISTRIBUTIONS = """
import torch
from torch import nn
from own import FixedCategorical

class FixedNormal(torch.distributions.Normal):
    def mode(self):
        return self.mean

class Discrete(nn.Module):
    def forward(self, x):
        return FixedCategorical(logits=x)

class Continuous(nn.Module):
    def forward(self, x):
        return FixedNormal(x, 1.0)

class Plain(nn.Module):
    def forward(self, x):
        return torch.distributions.Normal(x, 1.0)

class Layer(nn.Module):
    def forward(self, x):
        return torch.relu(x)
"""
POLICY = """
from torch import nn
from others import Continuous, Discrete, Layer, Plain

class Policy(nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind:
            self.dist = {one}()
        else:
            self.dist = {other}()

    def act(self, x):
        dist = self.dist(x)
        return dist.mode()
"""
OWN = "import torch\nclass FixedCategorical(torch.distributions.Categorical):\n    def mode(self): pass\n"


@pytest.mark.parametrize("apart", [True, False], ids=["another file", "the same file"])
@pytest.mark.parametrize(
    ("one", "other", "is_tensor"),
    [
        pytest.param("Discrete", "Discrete", False, id="of a file beyond"),
        pytest.param("Continuous", "Continuous", False, id="of that file"),
        pytest.param("Discrete", "Continuous", False, id="either"),
        pytest.param("Continuous", "Plain", False, id="one of torch's"),
        pytest.param("Layer", "Layer", True, id="a tensor"),
        pytest.param("Layer", "Continuous", True, id="perhaps a tensor"),
    ],
)
def test_what_a_network_gives_may_be_no_tensor(
    tmp_path: Path, apart: bool, one: str, other: str, is_tensor: bool
) -> None:
    """``dist.mode()`` is the distribution's."""
    policy = POLICY.format(one=one, other=other)
    write(tmp_path, {"own.py": OWN} | ({"others.py": DISTRIBUTIONS} if apart else {}))
    if not apart:
        policy = DISTRIBUTIONS + policy.replace("from others import", "# ")
    assert ("torch.Tensor.mode" in uses(policy, tmp_path / "main.py")) == is_tensor
