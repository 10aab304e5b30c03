"""The modules of the installed torch: their source, its stub files, and which are looked at."""

from __future__ import annotations

import importlib
import sys
import types
from functools import cache
from pathlib import Path

import torch

from stubgen.source import Source, read

LOADED = frozenset(sys.modules)  # what ``import torch`` alone brings
ROOT = Path(torch.__file__).parent
LEFT_OUT = (
    "torch.ao.",
    "torch.contrib",
    "torch.distributed.benchmarks",
    "torch.distributed.debug",
    "torch.distributed.elastic",
    "torch.distributed.examples",
    "torch.distributed.flight_recorder",
    "torch.distributed.launcher",
    "torch.distributed.rpc.server",
    "torch.distributed.checkpoint.examples",
    "torch.distributed.tensor.examples",
    "torch.distributed.tensor.debug",
    "torch.distributed.tensor.experimental",
    "torch.fx.experimental",
    "torch.fx.passes",
    "torch.fx.tensor_type",
    "torch.nativert",
    "torch.nn.qat",
    "torch.nn.quantizable",
    "torch.nn.quantized",
    "torch.nn.intrinsic",
    "torch.numa",
    "torch.package",
    "torch.quantization",
    "torch.utils.benchmark",
    "torch.utils.bottleneck",
    "torch.utils.collect_env",
    "torch.utils.data.datapipes",
    "torch.utils.hipify",
    "torch.utils.jit",
    "torch.utils.model_dump",
    "torch.utils.serialization",
    "torch.utils.show_pickle",
    "torch.utils.viz",
)
ADDED = (
    "torch.ao.nn",
    "torch.ao.nn.intrinsic",
    "torch.ao.nn.intrinsic.qat",
    "torch.ao.nn.intrinsic.quantized",
    "torch.ao.nn.intrinsic.quantized.dynamic",
    "torch.ao.nn.qat",
    "torch.ao.nn.qat.dynamic",
    "torch.ao.nn.quantizable",
    "torch.ao.nn.quantized",
    "torch.ao.nn.quantized.dynamic",
    "torch.ao.nn.quantized.functional",
    "torch.ao.nn.sparse.quantized",
    "torch.ao.nn.sparse.quantized.dynamic",
    "torch.ao.ns",
    "torch.ao.ns._numeric_suite",
    "torch.ao.ns._numeric_suite_fx",
    "torch.ao.pruning",
    "torch.ao.quantization",
    "torch.ao.quantization.backend_config",
    "torch.ao.quantization.fake_quantize",
    "torch.ao.quantization.fx",
    "torch.ao.quantization.fx.custom_config",
    "torch.ao.quantization.observer",
    "torch.ao.quantization.qconfig",
    "torch.ao.quantization.qconfig_mapping",
    "torch.ao.quantization.quantize_fx",
    "torch.ao.quantization.utils",
    "torch.fx.experimental.proxy_tensor",
    "torch.fx.experimental.symbolic_shapes",
    "torch.nn.modules._functions",
    "torch.nn.quantized",
    "torch.nn.quantized.dynamic",
    "torch.fx._pytree",
    "torch._prims_common",
    "torch.distributed._functional_collectives",
    "torch.backends.opt_einsum",
    "torch.utils._pytree",
    "torch._dynamo",
    "torch._utils",
    "torch._higher_order_ops",
)


@cache
def load(module: str) -> Source | None:
    """The source of a torch module, without importing it."""
    if not module.startswith("torch"):
        return None
    base = ROOT.joinpath(*module.split(".")[1:])
    for path, package in ((base / "__init__.py", True), (base.with_suffix(".py"), False)):
        if path.is_file():
            return read(module, package, path.read_text("utf-8"))
    for path, package in ((base / "__init__.pyi", True), (base.with_suffix(".pyi"), False)):
        if path.is_file():
            return read(module, package, path.read_text("utf-8"))
    return None


@cache
def stub(module: str) -> Source:
    """One of torch's own stub files."""
    base = ROOT.joinpath(*module.split(".")[1:])
    path = base / "__init__.pyi" if base.is_dir() else base.with_suffix(".pyi")
    return read(module, path.name == "__init__.pyi", path.read_text("utf-8"))


def modules() -> list[types.ModuleType]:
    """The public modules of torch, imported; those that need something else are left out."""
    names = ["torch", *ADDED]
    left_out = tuple(f"{left.rstrip('.')}." for left in LEFT_OUT)
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        private = any(part.startswith("_") for part in name.split("."))
        if not private and not f"{name}.".startswith(left_out):
            names.append(name)
    found = {}
    for name in sorted(set(names)):
        try:
            found[name] = importlib.import_module(name)
        except Exception:
            continue
    return [found[name] for name in sorted(found)]


def unimportable() -> dict[str, Source]:
    """Modules that need a package which torch does not bring."""
    names = ("torch.utils.tensorboard", "torch.utils.tensorboard.writer")
    return {name: source for name in names if (source := load(name)) is not None}
