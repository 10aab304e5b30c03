"""Projects of several files, migrated without a touch by hand, train as they did.

Each folder in ``projects`` has a ``train.py`` with a global list ``losses``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.runtime.compare import compare
from mindport.runtime.pool import Pool
from mindport.symbols.workspace import Workspace

from .recorder import saved
from .test_scenarios import CPU, ROOT, changed, ended, job, leaves, values

PROJECTS = Path(__file__).with_name("projects")


@pytest.fixture(scope="module")
def pools() -> Iterator[tuple[Pool, Pool]]:
    env = {"PYTHONPATH": str(ROOT)}
    with Pool("torch", 1, env=env) as torch_pool, Pool("mindspore", 1, env=env) as mindspore_pool:
        yield torch_pool, mindspore_pool


def migrated(project: Path, target: Path) -> None:
    """Write the project's files to a folder, each with all fixes; no error may be left."""
    shutil.copytree(project, target)
    for path in sorted(project.rglob("*.py")):
        document = Document(str(path), path.read_text(encoding="utf-8"))
        fixed = fix_document(document, CPU, Workspace([project]), unsafe=True)
        assert [f.message.en for f in fixed.report.findings if f.severity == "error"] == []
        text = fixed.document.text
        (target / path.relative_to(project)).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("kind", ["adam", "sgd"])
def test_a_backbone_that_is_frozen_at_first(
    kind: str, tmp_path: Path, pools: tuple[Pool, Pool]
) -> None:
    """The optimizer goes on with the backbone once it is trained, too; its first steps count anew."""
    project = tmp_path / "theirs"
    shutil.copytree(PROJECTS / "frozen_backbone", project)
    train = project / "train.py"
    train.write_text(train.read_text().replace('_type = "adam"', f'_type = "{kind}"'))
    trains_as_it_did(project, tmp_path, pools)
    assert changed(next(iter(saved(tmp_path, "start"))), next(iter(saved(tmp_path, "end"))))


@pytest.mark.parametrize("name", ["adversarial_text", "clipped_segmentation", "masked_autoencoder"])
def test_functions_of_other_files_are_given_the_gradients(
    name: str, tmp_path: Path, pools: tuple[Pool, Pool]
) -> None:
    """Attacks on the embeddings of a text model; what clips and measures the gradients of another;
    an object that scales the loss, clips and steps."""
    trains_as_it_did(PROJECTS / name, tmp_path, pools)


def test_methods_hold_a_step_below_an_abstract_class_of_another_file(
    tmp_path: Path, pools: tuple[Pool, Pool]
) -> None:
    trains_as_it_did(PROJECTS / "image_translation", tmp_path, pools)


def trains_as_it_did(project: Path, tmp_path: Path, pools: tuple[Pool, Pool]) -> None:
    """Whether a project and what it was migrated to have the same losses and weights."""
    migrated(project, tmp_path / "ours")
    train = project / "train.py"
    theirs = pools[0].submit(job("torch", train, [tmp_path]))
    assert theirs.outcome == "ok", ended(theirs)
    ours = pools[1].submit(job("mindspore", tmp_path / "ours/train.py", [tmp_path]))
    assert ours.outcome == "ok", ended(ours)
    found = compare(values(theirs.value["losses"]), values(ours.value["losses"]), rtol=1e-4)
    assert found.outcome == "equal", found
    for before, after in zip(saved(tmp_path, "end"), saved(tmp_path, "mindspore"), strict=True):
        found = compare(leaves(before), leaves(after), rtol=1e-3, atol=1e-6)
        assert found.outcome == "equal", found
