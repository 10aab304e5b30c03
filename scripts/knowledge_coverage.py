"""Lists torch's public names of which the knowledge base says nothing, by namespace.

A name is public when ``from NAMESPACE import *`` binds it and torch or torchvision defines it, when
it is a function, a class, a layout or the like that a namespace has without an underscore
(``torch.svd_lowrank``), or a member without an underscore of a public class. ``--all`` takes every
module that the stubs know, not the documented ones.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindport.knowledge.store import Store, load  # noqa: E402
from mindport.symbols import torch_api  # noqa: E402
from mindport.symbols.torch_api import TorchApi  # noqa: E402

DOCUMENTED = """
    torch torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.nn.utils.rnn
    torch.nn.utils.parametrizations torch.nn.utils.parametrize torch.nn.utils.fusion
    torch.nn.utils.clip_grad torch.nn.utils.stateless torch.nn.utils.prune torch.nn.parallel
    torch.nn.parameter torch.nn.attention torch.nn.attention.flex_attention torch.nn.modules
    torch.optim torch.optim.lr_scheduler torch.optim.swa_utils torch.optim.optimizer
    torch.utils torch.utils.data torch.utils.data.distributed torch.utils.checkpoint
    torch.utils.tensorboard torch.utils.dlpack torch.utils.hooks torch.utils.model_zoo
    torch.utils.benchmark torch.utils.bottleneck torch.utils.cpp_extension torch.utils.deterministic
    torch.utils.flop_counter torch.utils.mobile_optimizer torch.utils.module_tracker
    torch.linalg torch.fft torch.special torch.signal torch.signal.windows torch.masked
    torch.nested torch.sparse torch.random torch.testing torch.package torch.monitor torch.futures
    torch.distributions torch.distributions.transforms torch.distributions.constraints
    torch.distributions.kl torch.distributions.distribution
    torch.distributions.constraint_registry torch.distributions.utils
    torch.autograd torch.autograd.functional torch.autograd.forward_ad torch.autograd.function
    torch.autograd.grad_mode torch.autograd.graph torch.autograd.profiler torch.autograd.gradcheck
    torch.func torch.amp torch.amp.autocast_mode torch.amp.grad_scaler
    torch.cuda torch.cuda.amp torch.cuda.memory torch.cuda.streams torch.cuda.graphs
    torch.cuda.nvtx torch.cuda.random torch.cuda.comm torch.cuda.tunable torch.cuda.profiler
    torch.cpu torch.mps torch.xpu torch.mtia torch.accelerator
    torch.backends torch.backends.cpu torch.backends.cuda torch.backends.cudnn torch.backends.mkl
    torch.backends.mkldnn torch.backends.mps torch.backends.openmp torch.backends.opt_einsum
    torch.distributed torch.distributed.algorithms.ddp_comm_hooks torch.distributed.checkpoint
    torch.distributed.device_mesh torch.distributed.elastic torch.distributed.fsdp
    torch.distributed.nn torch.distributed.optim torch.distributed.pipelining
    torch.distributed.rpc torch.distributed.tensor torch.distributed.tensor.parallel
    torch.jit torch.compiler torch.export torch.fx torch.fx.experimental torch.onnx torch.hub
    torch.library torch.overrides torch.quantization torch.ao torch.ao.quantization torch.ao.nn
    torch.ao.nn.intrinsic torch.ao.nn.intrinsic.qat torch.ao.nn.intrinsic.quantized
    torch.ao.nn.intrinsic.quantized.dynamic torch.ao.nn.qat torch.ao.nn.qat.dynamic
    torch.ao.nn.quantizable torch.ao.nn.quantized torch.ao.nn.quantized.dynamic
    torch.ao.nn.quantized.functional torch.ao.nn.sparse.quantized torch.ao.ns torch.ao.pruning
    torch.ao.quantization.backend_config torch.ao.quantization.fake_quantize
    torch.ao.quantization.fx.custom_config torch.ao.quantization.observer
    torch.ao.quantization.qconfig torch.ao.quantization.qconfig_mapping
    torch.ao.quantization.quantize_fx torch.nn.quantized torch.nn.qat torch.nn.intrinsic
    torch.nn.quantizable torch.fx.passes torch.nativert torch.numa torch.quasirandom
    torch.profiler torch.multiprocessing torch.serialization torch.storage torch.types
    torch.version torch.__config__ torch.__future__
    torchvision torchvision.models torchvision.models.detection torchvision.models.segmentation
    torchvision.models.video torchvision.models.quantization torchvision.models.optical_flow
    torchvision.models.feature_extraction torchvision.transforms torchvision.transforms.functional
    torchvision.transforms.v2 torchvision.transforms.v2.functional torchvision.datasets
    torchvision.ops torchvision.io torchvision.utils torchvision.tv_tensors
    torchaudio torchaudio.functional torchaudio.transforms torchaudio.compliance.kaldi
    torchaudio.datasets torchaudio.models torchaudio.models.decoder torchaudio.pipelines torchaudio.utils
    einops einops.layers.torch
""".split()  # noqa: SIM905 a hundred quoted lines say no more
DEFINED = ("function", "class", "dtype", "layout", "memory_format", "qscheme")
NO_CLASS_MEMBERS = ("torch.return_types", "torch.ops", "torch.classes")


def public_names(api: TorchApi, namespaces: list[str]) -> Iterator[tuple[str, str]]:
    """Namespace and canonical name of every public function, class, constant and member."""
    seen: set[str] = set()
    defined: dict[str, list[str]] = {}
    for name in api.entries:
        if api.kind(name) in DEFINED:
            defined.setdefault(name.rpartition(".")[0], []).append(name)
    for namespace in namespaces:
        names = [f"{namespace}.{name}" for name in api.members(namespace)]
        names += defined.get(namespace, [])
        while names:
            name = api.canonical(names.pop())
            if name is None or name in seen or any(p.startswith("_") for p in name.split(".")):
                continue
            if name.startswith("torch") and api.kind(name) == "module":
                continue
            seen.add(name)
            yield namespace, name
            if api.kind(name) == "class" and not name.startswith(NO_CLASS_MEMBERS):
                names += [f"{name}.{member}" for member in api.members(name)]


def missing(store: Store, api: TorchApi, namespaces: list[str]) -> dict[str, list[str]]:
    """The public names without an entry, by namespace; of one that the stubs leave out, any."""
    found: dict[str, list[str]] = {
        namespace: ["anything"]
        for namespace in namespaces
        if not api.members(namespace) and store.entry(f"{namespace}.anything") is None
    }
    for namespace, name in public_names(api, namespaces):
        owner = name.rpartition(".")[0]
        # A field is what its class is: the two are classified as one.
        if api.kind(name) == "attribute" and store.entry(owner) is not None:
            continue
        if store.entry(name) is None:
            found.setdefault(namespace, []).append(name)
    return found


def listed(path: Path, column: str) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row[column] for row in csv.DictReader(file)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every module that the stubs know")
    parser.add_argument("--names", action="store_true", help="print each name")
    parser.add_argument("--list", nargs=2, metavar=("CSV", "COLUMN"), help="names from a table")
    options = parser.parse_args()
    store, api = load(), torch_api.load()
    if options.list:
        names = listed(Path(options.list[0]), options.list[1])
        lacking = [n for n in names if store.entry(api.canonical(n) or n) is None]
        print(*lacking, sep="\n")
        print(f"{len(names) - len(lacking)} of {len(names)} names have an entry", file=sys.stderr)
        return bool(lacking)
    namespaces = DOCUMENTED
    if options.all:
        modules = {n for n in api.entries if api.kind(n) == "module"} | set(DOCUMENTED)
        namespaces = sorted(n for n in modules if not any(p.startswith("_") for p in n.split(".")))
    total = sum(1 for _ in public_names(api, namespaces))
    lacking_by = missing(store, api, namespaces)
    for namespace, names in lacking_by.items():
        print(f"{len(names):5} {namespace}")
        if options.names:
            print(*(f"        {name}" for name in sorted(names)), sep="\n")
    known = total - sum(map(len, lacking_by.values()))
    print(f"{known} of {total} public names have an entry ({known / total:.2%})")
    return bool(lacking_by)


if __name__ == "__main__":
    sys.exit(main())
