"""Every public name of torch and torchvision is known, as torch's documentation lists them."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from mindport.knowledge.store import load
from mindport.symbols import torch_api

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/knowledge_coverage.py"


@pytest.fixture(scope="module")
def coverage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("knowledge_coverage", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_public_name_has_an_entry(coverage: ModuleType) -> None:
    lacking = coverage.missing(load(), torch_api.load(), coverage.DOCUMENTED)
    assert [name for names in lacking.values() for name in names] == []


def test_the_names_are_those_that_people_write(coverage: ModuleType) -> None:
    names = {name for _, name in coverage.public_names(torch_api.load(), coverage.DOCUMENTED)}
    assert {
        "torch.cat",
        "torch.Tensor.view",
        "torch.nn.Linear",
        "torch.nn.Module.register_buffer",
        "torch.nn.functional.softmax",
        "torch.optim.lr_scheduler.StepLR",
        "torch.utils.data.DataLoader",
        "torch.linalg.svd",
        "torch.distributions.Normal",
        "torch.cuda.Event.record",
        "torchvision.transforms.functional.resize",
    } <= names
    assert not any("._" in name for name in names)


def test_a_name_without_an_entry_is_listed(coverage: ModuleType, tmp_path: Path) -> None:
    store = load()
    plain = {name: entry for name, entry in store.plain.items() if name != "torch.cat"}
    without = type(store)(plain, store.apis, store.versions, store.version)
    assert "torch.cat" in coverage.missing(without, torch_api.load(), ["torch"])["torch"]
    table = tmp_path / "names.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["symbol"], ["torch.cat"], ["torch.no_such_name"]])
    assert coverage.listed(table, "symbol") == ["torch.cat", "torch.no_such_name"]


@pytest.mark.parametrize("name", ["torch.no_such_name", "torch.nn.NoSuchLayer", "torch.fx.NoSuch"])
def test_what_torch_does_not_have_is_unknown(name: str) -> None:
    assert load().status(name) == "unknown"


@pytest.mark.parametrize(
    "name",
    [
        "torch.quantization.MinMaxObserver",
        "torch.nn.intrinsic.qat.ConvBnReLU2d",
        "torch.package.PackageImporter",
        "torch.fx.passes.shape_prop.ShapeProp",
        "torch.ao.nn.qat.Linear",
    ],
)
def test_what_lies_in_a_namespace_without_a_counterpart_is_unsupported(name: str) -> None:
    assert load().status(name) == "unsupported"
