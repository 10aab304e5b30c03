"""Notebooks on the command line: findings by cell, fixes that leave all else alone."""

from __future__ import annotations

import json

from .conftest import Folder, Run, findings

OUTPUT = {"name": "stdout", "output_type": "stream", "text": ["torch\n"]}


def notebook(*sources: str) -> str:
    cells = [
        {
            "cell_type": "code",
            "execution_count": 3,
            "metadata": {"tags": ["a"]},
            "outputs": [OUTPUT],
            "source": source.splitlines(keepends=True),
        }
        for source in sources
    ]
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1) + "\n"


IMPORTS = "%matplotlib inline\nimport torch\nfrom torch import nn"
LAYER = "x = torch.ones(2, 3)\nprint(x.size(1))\nnn.Conv2d(3, 4, 3)"


class TestFindings:
    def test_a_notebook_without_torch_has_none(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.ipynb", notebook("!ls\nx = 1"))
        assert lsp_check("a.ipynb").exit_code == 0

    def test_they_are_told_by_cell(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.ipynb", notebook(IMPORTS, LAYER))
        result = lsp_check()
        assert "a.ipynb:cell 2:2:9: MP208" in result.stdout
        found = findings(lsp_check("--output-format", "json"), "a.ipynb")
        places = {(one["code"], one["cell"], one["line"]) for one in found}
        assert {("MP208", 2, 2), ("MP201", 2, 3)} <= places

    def test_a_cell_that_does_not_parse_leaves_the_others(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        folder.write("a.ipynb", notebook(IMPORTS, "x = 1\ndef f(:", LAYER))
        found = findings(lsp_check("--output-format", "json"), "a.ipynb")
        codes = {(one["code"], one["cell"], one["line"]) for one in found}
        assert {("MP901", 2, 2), ("MP208", 3, 2)} <= codes

    def test_a_magic_that_names_torch_is_told(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.ipynb", notebook("%timeit torch.add(x, x)", "!pip install numpy"))
        found = findings(lsp_check("--output-format", "json"), "a.ipynb")
        assert [(one["code"], one["cell"]) for one in found] == [("MP905", 1)]

    def test_what_a_cell_installs_is_told(self, folder: Folder, lsp_check: Run) -> None:
        line = "!pip install -q torch==2.1 'torchvision>=0.16' numpy --index-url https://download.pytorch.org/whl/cpu"
        folder.write("a.ipynb", notebook("x = 1\n" + line, "%pip install torch\n!conda list"))
        found = findings(lsp_check("--output-format", "json"), "a.ipynb")
        told = [(one["code"], one["cell"], one["line"], one["message"].split()[0]) for one in found]
        assert sorted(told) == [
            ("MP906", 1, 2, "This"),
            ("MP906", 1, 2, "numpy:"),
            ("MP906", 1, 2, "torch:"),
            ("MP906", 1, 2, "torchvision:"),
            ("MP906", 2, 1, "torch:"),
        ]

    def test_the_lines_that_a_message_names_are_those_of_cells(
        self, folder: Folder, lsp_check: Run
    ) -> None:
        head = "import torch\nnet = torch.nn.Linear(2, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)"
        train = "opt.zero_grad()\nloss = net(x).sum()\nloss.backward()\nopt.step()"
        folder.write("a.ipynb", notebook(head, train, "y = 1\nnet.weight.grad.mul_(2)"))
        (english,) = [
            one["message"]
            for one in findings(lsp_check("--output-format", "json"), "a.ipynb")
            if "backward" in one["symbol"]
        ]
        assert "In the way: cell 3, line 2: the gradient of a tensor" in english
        (chinese,) = [
            one["message"]
            for one in findings(lsp_check("--output-format", "json", "--lang", "zh"), "a.ipynb")
            if "backward" in one["symbol"]
        ]
        assert "第 3 个单元格第 2 行：" in chinese

    def test_formats_of_lines_tell_the_cell(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.ipynb", notebook(IMPORTS, LAYER))
        result = lsp_check("--output-format", "github")
        assert "cell 2, line 2: torch.Tensor.size" in result.stdout

    def test_what_is_no_notebook_is_one_finding(self, folder: Folder, lsp_check: Run) -> None:
        folder.write("a.ipynb", "import torch\n")
        found = findings(lsp_check("--output-format", "json"), "a.ipynb")
        assert [one["code"] for one in found] == ["MP902"]


class TestFixes:
    def test_only_the_sources_change(self, folder: Folder, lsp_check: Run) -> None:
        path = folder.write("a.ipynb", notebook(IMPORTS, LAYER))
        assert lsp_check("--fix", "a.ipynb").exit_code == 0
        after = json.loads(path.read_text())
        imports, layer = ("".join(cell["source"]) for cell in after["cells"])
        assert imports == "%matplotlib inline\nfrom mindspore import mint, nn"
        assert "print(x.shape[1])" in layer
        before = json.loads(notebook(imports, layer))
        assert after == before
        assert path.read_text() == json.dumps(before, indent=1) + "\n"

    def test_a_second_run_changes_nothing(self, folder: Folder, lsp_check: Run) -> None:
        path = folder.write("a.ipynb", notebook(IMPORTS, LAYER, "with torch.no_grad():\n    !ls"))
        lsp_check("--fix", "a.ipynb")
        once = path.read_bytes()
        assert "!ls" in once.decode() and "no_grad" not in once.decode()
        lsp_check("--fix", "a.ipynb")
        assert path.read_bytes() == once

    def test_a_diff_is_told_by_cell(self, folder: Folder, lsp_check: Run) -> None:
        path = folder.write("a.ipynb", notebook(IMPORTS, LAYER))
        before = path.read_bytes()
        result = lsp_check("--diff", "a.ipynb")
        assert "+++ a.ipynb:cell 2\n" in result.stdout
        assert "-print(x.size(1))\n" in result.stdout
        assert "+print(x.shape[1])\n" in result.stdout
        assert path.read_bytes() == before

    def test_migrate_moves_notebooks_too(self, folder: Folder, umbrella: Run) -> None:
        folder.write("src/a.ipynb", notebook(IMPORTS, LAYER))
        assert umbrella("migrate", "src", "-o", "out").exit_code == 0
        assert "mindspore" in (folder.path / "out/a.ipynb").read_text()
