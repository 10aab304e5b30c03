"""``lsp-check``: what it prints, what it writes, and its exit codes."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .conftest import CLEAN, TORCH, Folder, Run, findings, paths

CONV = "from torch import nn\n\nconv = nn.Conv2d(3, 8, 3)\n"
GRADIENT = (
    "import torch\nx = torch.randn(3, requires_grad=True)\ny = (x * x).sum()\n"
    "y.backward()\nprint(x.grad)\n"
)
BROKEN = "import torch\nx = torch.zeros(\n"


class TestExitCodes:
    def test_0_when_nothing_is_left(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", CLEAN)
        result = lsp_check()
        assert result.exit_code == 0
        assert result.stdout == "Nothing left to do: 1 file, 0 references to torch.\n"
        assert result.stderr == ""

    def test_1_when_findings_remain(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        result = lsp_check("a.py")
        assert result.exit_code == 1
        assert "a.py:3:" in result.stdout
        assert result.stderr == ""

    def test_1_for_a_file_that_does_not_parse_and_the_others_go_on(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("a.py", BROKEN)
        folder.write("b.py")
        result = lsp_check("--output-format", "json")
        assert result.exit_code == 1
        assert [one["code"] for one in findings(result, "a.py")] == ["MP901"]
        assert findings(result, "b.py")

    def test_2_for_a_path_that_is_not_there_and_the_others_go_on(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("a.py", CLEAN)
        result = lsp_check("nowhere.py", "a.py", "--output-format", "json")
        assert result.exit_code == 2
        assert result.stderr == "error: nowhere.py: No such file or directory\n"
        assert paths(result) == ["a.py"]

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--no-such-option"],
            ["--output-format", "yaml"],
            ["--device", "NPU"],
            ["--mindspore-version", "1.10"],
            ["--mindspore-version", "latest"],
            ["--mode", "eager"],
            ["--select", "E501"],
            ["--ignore", "MP2,X"],
            ["--jobs", "0"],
            ["--lang", "fr"],
            ["-", "a.py"],
            ["--stdin-filename", "x.py"],
            ["--diff", "--output-format", "json"],
        ],
    )
    def test_2_for_bad_arguments(
        self, folder: Folder, lsp_check: Run, arguments: list[str]
    ) -> None:
        folder.write("a.py")
        result = lsp_check(*arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "rror" in result.stderr

    def test_exit_zero_hides_findings_but_not_failures(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("a.py")
        assert lsp_check("--exit-zero").exit_code == 0
        assert "a.py:3:" in lsp_check("--exit-zero").stdout
        assert lsp_check("--exit-zero", "nowhere.py").exit_code == 2

    def test_no_python_files_is_no_failure(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("notes.txt")
        result = lsp_check()
        assert result.exit_code == 0
        assert "no Python files" in result.stderr


class TestFix:
    def test_safe_fixes_are_written_and_the_rest_is_reported(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("a.py")
        before = lsp_check("--output-format", "json")
        result = lsp_check("--fix", "--output-format", "json")
        fixed = folder.read("a.py").decode()
        assert "mindspore" in fixed
        assert "torch" not in fixed
        assert json.loads(result.stdout)["files"][0]["fixed"] >= 1
        assert findings(before)
        assert findings(result) == []
        assert result.exit_code == 0

    def test_a_second_run_changes_nothing(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", CONV)
        lsp_check("--fix", "--unsafe-fixes")
        once = folder.read("a.py")
        when = (folder.path / "a.py").stat().st_mtime_ns
        lsp_check("--fix", "--unsafe-fixes")
        assert folder.read("a.py") == once
        assert (folder.path / "a.py").stat().st_mtime_ns == when

    def test_without_fix_nothing_is_written(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        lsp_check("--unsafe-fixes")
        assert folder.read("a.py").decode() == TORCH

    def test_what_does_not_parse_is_left_alone(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", BROKEN)
        assert lsp_check("--fix").exit_code == 1
        assert folder.read("a.py").decode() == BROKEN

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_file_is_fixed_as_the_files_it_imports_were_before(
        self, folder: Folder, lsp_check: Run, jobs: str
    ) -> None:
        block = "from torch import nn\n\nclass A(nn.Module):\n    def forward(self, x):\n        return x\n"
        folder.write("p/a.py", block)
        folder.write(
            "p/b.py",
            "from .a import A\n\nclass B(A):\n    def forward(self, x):\n        return x\n",
        )
        assert lsp_check("p", "--fix", "--jobs", jobs).exit_code == 0
        assert "def construct" in folder.read("p/b.py").decode()

    def test_what_a_file_defines_or_imports_stays_for_the_others(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("p/__init__.py", "from .hub import load\n")
        folder.write(
            "p/hub.py",
            "import sys\nif sys.argv:\n    def load(url):\n        return url\n"
            "else:\n    from torch.hub import load\n",
        )
        lsp_check("p", "--fix")
        assert "    from torch.hub import load\n" in folder.read("p/hub.py").decode()

    @pytest.mark.parametrize("shared", [False, True])
    def test_a_function_that_others_may_call_takes_the_gradients_too(
        self, folder: Folder, lsp_check: Run, shared: bool
    ) -> None:
        folder.write(
            "p/a.py",
            "import torch\n\ndef clip(model):\n    for p in model.parameters():\n"
            "        p.grad.clamp_(-1, 1)\n\ndef train(model, x, y):\n"
            "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
            "    optimizer.zero_grad()\n    loss = ((model(x) - y) ** 2).mean()\n"
            "    loss.backward()\n    clip(model)\n    optimizer.step()\n",
        )
        folder.write(
            "p/b.py",
            "import torch\nfrom .a import clip\n\ndef late(model):\n    clip(model)\n"
            if shared
            else "import torch\n",
        )
        result = lsp_check("p", "--fix", "--unsafe-fixes")
        assert "def clip(model, grads):\n" in folder.read("p/a.py").decode()
        assert "    clip(model, grads)\n" in folder.read("p/a.py").decode()
        assert ("clip has to be given the gradients here" in result.stdout) is shared

    def test_standard_input_comes_out_fixed_and_findings_go_to_standard_error(
        self, lsp_check: Run
    ) -> None:
        result = lsp_check("-", "--fix", stdin=TORCH + "y = torch.no_such_thing(x)\n")
        ast.parse(result.stdout)
        assert "mindspore" in result.stdout
        assert "torch.no_such_thing(x)" in result.stdout
        assert "-:" in result.stderr
        assert result.exit_code == 1

    def test_broken_standard_input_comes_out_as_it_was(self, lsp_check: Run) -> None:
        result = lsp_check("-", "--fix", stdin=BROKEN)
        assert result.stdout == BROKEN
        assert "MP901" in result.stderr
        assert result.exit_code == 1


class TestDiff:
    def test_shows_what_fix_would_do_and_writes_nothing(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("a.py")
        folder.write("sub/b.py", CLEAN)
        result = lsp_check("--diff")
        assert folder.read("a.py").decode() == TORCH
        assert result.stdout.startswith("--- a.py\n+++ a.py\n@@ ")
        assert "-x = torch.zeros(2, 3)\n" in result.stdout
        assert "sub" not in result.stdout
        assert "Would fix " in result.stderr
        assert result.exit_code == 1

    def test_counts_what_would_be_left_as_fix_leaves_it(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        """Fixing one finding may bring up another, or take another with it."""
        folder.write("a.py")
        folder.write("b.py", "import torch\ntorch.hub.load('a', 'b')\n")
        folder.write("c.py", GRADIENT)
        told = lsp_check("--diff", "--unsafe-fixes").stderr
        fixed = lsp_check("--fix", "--unsafe-fixes", "--output-format", "json").stdout
        left = json.loads(fixed)["summary"]
        assert f"; {left['findings']} would be left." in told

    def test_patch_makes_of_it_what_fix_would_have_written(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        import shutil
        import subprocess

        if shutil.which("patch") is None and shutil.which("git") is None:
            pytest.skip("needs patch or git")
        text = f"# \N{CJK UNIFIED IDEOGRAPH-4E2D}\n{TORCH}\nz = torch.ones(2)"  # no line end
        folder.write("a.py", text)
        folder.write("b/a.py", text)
        patch = lsp_check("--diff", "a.py").stdout
        subprocess.run(
            ["git", "apply", "-p0", "--directory=b", "-"], input=patch.encode(), check=True
        )
        lsp_check("--fix", "a.py")
        assert folder.read("b/a.py") == folder.read("a.py") != text.encode()

    def test_a_clean_file_has_no_diff(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", CLEAN)
        result = lsp_check("--diff")
        assert (result.exit_code, result.stdout) == (0, "")

    def test_of_standard_input(self, lsp_check: Run) -> None:
        result = lsp_check("-", "--diff", "--stdin-filename", "pkg/net.py", stdin=TORCH)
        assert result.stdout.startswith("--- pkg/net.py\n")
        assert result.exit_code == 1

    def test_into_a_file(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        result = lsp_check("a.py", "--diff", "--output", "it.diff")
        assert result.stdout == ""
        assert folder.read("it.diff").startswith(b"--- a.py\n")


class TestInput:
    def test_standard_input_is_called_a_dash(self, lsp_check: Run) -> None:
        result = lsp_check("-", "--output-format", "json", stdin=TORCH)
        assert paths(result) == ["-"]
        assert findings(result)

    def test_standard_input_takes_the_settings_of_its_name(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("sub/pyproject.toml", "[tool.mindport]\nignore = ['MP']\n")
        result = lsp_check("-", "--stdin-filename", "sub/x.py", stdin=TORCH)
        assert result.exit_code == 0

    def test_paths_are_shown_as_they_were_given(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("sub/a.py")
        absolute = str(folder.path / "sub" / "a.py")
        for given, shown in [("./sub", "sub/a.py"), (absolute, absolute)]:
            assert paths(lsp_check(given, "--output-format", "json")) == [str(Path(shown))]

    def test_a_folder_with_many_files_gives_them_in_order_on_any_number_of_processes(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        for number in range(30):
            folder.write(f"m{number:02}.py", f"# {number}\n{TORCH}")
        alone = lsp_check("--jobs", "1", "--output-format", "json")
        assert paths(alone) == [f"m{number:02}.py" for number in range(30)]
        for jobs in ("2", "40"):
            assert lsp_check("--jobs", jobs, "--output-format", "json").stdout == alone.stdout
        assert lsp_check("--output-format", "json").stdout == alone.stdout


class TestSettings:
    def test_options_win_over_pyproject(self, folder: Folder, lsp_check: Run) -> None:
        folder.write(
            "pyproject.toml",
            "[tool.mindport]\nmindspore-version = '2.8'\ndevices = ['GPU']\nmode = 'GRAPH'\n",
        )
        folder.write("a.py")
        target = json.loads(lsp_check("--output-format", "json").stdout)["target"]
        assert target == {"mindspore": "2.8", "devices": ["GPU"], "mode": "GRAPH"}
        options = ("--device", "cpu", "--device", "Ascend", "--mindspore-version", "2.9.0")
        result = lsp_check("--output-format", "json", "--mode", "pynative", *options)
        target = json.loads(result.stdout)["target"]
        assert target == {"mindspore": "2.9", "devices": ["CPU", "Ascend"], "mode": "PYNATIVE"}

    def test_select_and_ignore(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", CONV)
        codes = {one["code"] for one in findings(lsp_check("--output-format", "json"))}
        assert len(codes) >= 1
        chosen = min(codes)
        for arguments, expected in [
            (["--select", chosen], {chosen}),
            (["--select", "ALL", "--ignore", chosen], codes - {chosen}),
            (["--ignore", ",".join(codes)], set()),
        ]:
            found = findings(lsp_check("--output-format", "json", *arguments))
            assert {one["code"] for one in found} == expected

    def test_comments_silence(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", "import torch  # mindport: ignore\n")
        folder.write("b.py", f"# mindport: ignore-file\n{CONV}")
        assert lsp_check().exit_code == 0

    def test_a_broken_pyproject_fails_its_own_files_only(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("bad/pyproject.toml", "[tool.mindport]\ndevice = 'CPU'\n")
        folder.write("bad/a.py")
        folder.write("bad/b.py")
        folder.write("good.py", CLEAN)
        result = lsp_check("--output-format", "json")
        assert result.exit_code == 2
        assert result.stderr.count("error:") == 1
        assert "device: there is no such setting" in result.stderr
        assert paths(result) == ["good.py"]

    def test_a_broken_pyproject_of_the_named_path_is_the_end(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("pyproject.toml", "[tool.mindport\n")
        folder.write("a.py")
        result = lsp_check("a.py")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "pyproject.toml: this is not TOML" in result.stderr

    def test_language(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", BROKEN)
        assert "无法解析" in lsp_check("--lang", "zh").stdout
        assert "无法解析" in lsp_check(LC_ALL="zh_CN.UTF-8").stdout
        assert "cannot parse" in lsp_check("--lang", "en", LC_ALL="zh_CN.UTF-8").stdout
        assert "错误：x.py：没有这个文件或文件夹" in lsp_check("x.py", "--lang", "zh").stderr


class TestReports:
    def test_text_marks_what_fix_mends(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        lines = lsp_check("a.py").stdout.splitlines()
        assert any(line.startswith("a.py:3:5: MP") and " [*] " in line for line in lines)
        assert lines[-2].startswith("Found ")

    @pytest.mark.parametrize("form", ["sarif", "gitlab"])
    def test_json_formats(self, folder: Folder, lsp_check: Run, form: str) -> None:
        folder.write("a.py", BROKEN)
        assert json.loads(lsp_check("--output-format", form).stdout)

    def test_xml(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", BROKEN)
        root = ElementTree.fromstring(lsp_check("--output-format", "junit").stdout)
        assert root.get("failures") == "1"

    def test_github_and_html(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", BROKEN)
        assert lsp_check("--output-format", "github").stdout.startswith("::error ")
        assert lsp_check("--output-format", "html").stdout.startswith("<!DOCTYPE html>")

    def test_into_a_file(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        result = lsp_check("a.py", "--output-format", "json", "--output", "report.json")
        assert result.stdout == ""
        assert result.exit_code == 1
        assert json.loads(folder.read("report.json"))["files"][0]["path"] == "a.py"

    def test_into_a_file_that_cannot_be_written(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        result = lsp_check("a.py", "--output", "missing/report.txt")
        assert result.exit_code == 2
        assert result.stderr.startswith("error: missing/report.txt: ")

    def test_references_lists_every_use(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py", CONV)
        result = lsp_check("--references", "--output-format", "json")
        [file] = json.loads(result.stdout)["files"]
        assert len(file["uses"]) == file["references"] >= 1
        assert {"symbol", "status", "confidence", "line", "column"} == set(file["uses"][0])
        conv = [use for use in file["uses"] if use["symbol"] == "torch.nn.Conv2d"]
        assert [(use["line"], use["column"]) for use in conv] == [(3, 8)]
        assert "torch.nn.Conv2d" in lsp_check("--references").stdout

    def test_statistics_count_codes(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.py")
        folder.write("b.py")
        found = findings(lsp_check("--output-format", "json"))
        code = found[0]["code"]
        number = sum(one["code"] == code for one in found)
        lines = lsp_check("--statistics").stdout.splitlines()
        assert any(line.split()[:2] == [str(number), code] for line in lines)
        assert not any(line.startswith("a.py:") for line in lines)


def test_version_and_help(lsp_check: Run) -> None:
    assert lsp_check("--version").stdout.startswith("lsp-check ")
    text = lsp_check("--help").stdout
    assert "Exit codes:" in text
    assert "infos and hints alone leave nothing to do" in text


class TestOwnPackages:
    """A package with the name of one that works on torch only, in its own project."""

    NAMES = "from entmax.activations import sparsemax\n"

    @pytest.mark.parametrize("home", ["entmax", "src/entmax"])
    @pytest.mark.parametrize("argument", [".", "tests"])
    def test_what_its_tests_import_is_its_own(
        self, folder: Folder, lsp_check: Run, home: str, argument: str
    ) -> None:
        folder.write("setup.py", "")
        folder.write(f"{home}/__init__.py", self.NAMES)
        folder.write(f"{home}/activations.py", "import numpy as np\nsparsemax = np.exp\n")
        folder.write("tests/test_it.py", self.NAMES)
        result = lsp_check(argument)
        assert (result.exit_code, result.stderr) == (0, "")

    def test_another_folders_is_not(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("entmax/__init__.py", "")
        folder.write("entmax/activations.py", "sparsemax = 1\n")
        folder.write("elsewhere/test_it.py", self.NAMES)
        assert "MP113" in lsp_check("elsewhere").stdout
