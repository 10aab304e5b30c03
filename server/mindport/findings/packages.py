"""Packages that bring torch or build on it, and what people take with MindSpore instead.

Names as PyPI and conda normalise them. What is said of other projects' packages comes from their own
descriptions; none was run.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mindport.texts import Text

TORCH = frozenset({"torch", "pytorch", "pytorch-cpu", "pytorch-gpu"})
# Builds of torch for one kind of device, and what they need.
BUILDS = frozenset(
    {"cudatoolkit", "pytorch-cuda", "pytorch-mutex", "cpuonly", "torch-npu", "triton"}
)

_DATA = Text(
    "its datasets and transforms have counterparts, most of its operators and networks become code of your own; it "
    "goes when no file imports it",
    "其数据集与变换有对应写法，大部分算子与网络会成为您自己的代码；所有文件都不再导入它之后即可删除",
)
_AUDIO = Text(
    "its features become code of your own, and the soundfile package reads files; it goes when no file imports it",
    "其特征会成为您自己的代码，音频文件由 soundfile 包读取；所有文件都不再导入它之后即可删除",
)
_MODELS = Text(
    "it gives torch models; MindCV and MindOne have many of them for MindSpore",
    "它提供 torch 模型；MindCV 与 MindOne 中有许多对应的 MindSpore 模型",
)
_LANGUAGE = Text(
    "its models are torch's; MindNLP and MindOne port them to MindSpore",
    "其模型基于 torch；MindNLP 与 MindOne 提供了 MindSpore 版本",
)
_KERNELS = Text(
    "it holds CUDA kernels for torch; MindSpore has mindspore.ops.flash_attention_score and its own fusions",
    "它提供面向 torch 的 CUDA 算子；MindSpore 有 mindspore.ops.flash_attention_score 及自带的融合优化",
)
_TRAINING = Text(
    "it drives torch's training loop; write the loop, or use mindspore.train.Model",
    "它驱动 torch 的训练循环；请直接编写循环，或使用 mindspore.train.Model",
)
_PARALLEL = Text(
    "it spreads torch training over devices; MindSpore does so itself (mindspore.parallel)",
    "它负责 torch 的分布式训练；MindSpore 自带该能力（mindspore.parallel）",
)
_METRICS = Text(
    "its metrics work on torch tensors; mindspore.train has metrics of its own",
    "其指标基于 torch 张量；mindspore.train 有自己的指标",
)
_NOTATION = Text(
    "it takes no tensors of MindSpore; write reshape, permute and broadcast_to in its place",
    "它不支持 MindSpore 张量；请改用 reshape、permute 与 broadcast_to",
)
_OTHER = Text("it works on torch only", "它只能与 torch 配合使用")

ADVICE: Mapping[str, Text] = MappingProxyType(
    {
        **dict.fromkeys(("torchvision",), _DATA),
        **dict.fromkeys(("torchaudio",), _AUDIO),
        **dict.fromkeys(("timm", "segmentation-models-pytorch", "open-clip-torch",
                         "pretrainedmodels", "efficientnet-pytorch", "facenet-pytorch",
                         "ultralytics", "detectron2", "mmcv", "mmdet", "mmengine", "openai-clip",
                         "segment-anything", "vit-pytorch", "geffnet"), _MODELS),
        **dict.fromkeys(("diffusers", "peft", "trl", "sentence-transformers", "fairseq",
                         "transformers", "openai-whisper"), _LANGUAGE),
        **dict.fromkeys(("apex", "flash-attn", "xformers", "bitsandbytes", "vllm", "mamba-ssm",
                         "causal-conv1d", "flash-linear-attention", "liger-kernel", "autoawq",
                         "auto-gptq", "spconv"), _KERNELS),
        **dict.fromkeys(("lightning", "pytorch-lightning", "pytorch-ignite", "fastai", "skorch",
                         "catalyst", "lightning-fabric", "lightning-bolts", "poutyne", "mosaicml",
                         "pytorch-accelerated", "lightly"), _TRAINING),
        **dict.fromkeys(("accelerate", "deepspeed", "fairscale", "horovod", "colossalai",
                         "megatron-core"), _PARALLEL),
        **dict.fromkeys(("torchmetrics", "torcheval", "lpips", "pytorch-fid", "torch-fidelity",
                         "piq", "piqa", "pytorch-msssim"), _METRICS),
        **dict.fromkeys(("einx",), _NOTATION),
        **dict.fromkeys(("torchtext", "torchdata", "torchsummary", "torchinfo", "torchao",
                         "torch-geometric", "torch-scatter", "torch-sparse", "torch-cluster",
                         "torchdiffeq", "torchsde", "torch-optimizer", "torchtune", "torchserve",
                         "kornia", "monai", "pytorch3d", "gpytorch", "botorch", "pyro-ppl",
                         "captum", "opacus", "pytorch-warmup", "pytorch-metric-learning",
                         "torchrl", "stable-baselines3", "sb3-contrib", "tianshou", "pfrl", "thop",
                         "fvcore", "ptflops", "torchprofile", "torchviz", "torchcam", "grad-cam",
                         "ttach", "torchattacks", "torch-pruning", "torch-lr-finder", "torch-ema",
                         "ema-pytorch", "lion-pytorch", "adabelief-pytorch", "pytorch-optimizer",
                         "pytorch-crf", "entmax", "vector-quantize-pytorch", "torch-dct",
                         "rotary-embedding-torch", "pytorch-wavelets", "pytorch-toolbelt",
                         "pytorch-tabnet", "pytorch-widedeep", "deepctr-torch", "recbole",
                         "torch-rechub", "pykeen", "pytorch-forecasting", "tsai", "normflows",
                         "nflows", "zuko", "torchcde", "torchdyn", "linear-operator", "higher",
                         "learn2learn", "torchmeta", "e3nn", "escnn", "schnetpack", "torchani",
                         "torchio", "asteroid", "julius", "auraloss", "nnaudio", "torchlibrosa",
                         "torchcrepe", "neuraloperator", "tensorly-torch", "speechbrain",
                         "encodec", "demucs", "flair", "allennlp", "yolov5", "super-image",
                         "basicsr", "gfpgan", "facexlib", "realesrgan", "x-transformers",
                         "torchxrayvision", "pytorchvideo", "mmpretrain", "mmsegmentation",
                         "mmpose", "mmaction2", "mmocr", "mmrotate", "mmdet3d"), _OTHER),
    }
)  # fmt: skip
