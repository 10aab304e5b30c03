"""What graph mode does not compile whatever it is given, by full name (MP402)."""

from __future__ import annotations

from mindport.texts import Text

LIMITS = Text(
    "Graph mode does not compile mindspore.dtype_to_nptype; name numpy's dtype, or write the number.",
    "静态图模式不支持 mindspore.dtype_to_nptype；请直接写出 numpy 的数据类型或数值。",
)
DEVICE = Text(
    "Graph mode does not compile questions about the device; ask in __init__ and keep the answer.",
    "静态图模式不支持查询设备；请在 __init__ 中查询并保存结果。",
)
PARAMETER = Text(
    "Graph mode makes no parameters; make it in __init__.",
    "静态图模式不能创建参数，请在 __init__ 中创建。",
)
MODE = Text(
    "Graph mode compiles each layer in the mode that it had before the call: what is set here has no "
    "effect. Set it outside of the compiled code.",
    "静态图模式按调用前的训练或推理模式编译各层，此处的设置不起作用；请在被编译的代码之外设置。",
)
SEED = Text(
    "Graph mode does not compile the setting of a seed; set it before the network is called.",
    "静态图模式不支持设置随机种子，请在调用网络之前设置。",
)
SETTING = Text(
    "Graph mode does not compile settings of the framework; make them before the network is called.",
    "静态图模式不支持修改框架设置，请在调用网络之前设置。",
)
LAYERS = Text(
    "Graph mode makes no list or dict of layers; make it in __init__, or call the layers one by one.",
    "静态图模式不能创建网络层的列表或字典；请在 __init__ 中创建，或逐个调用网络层。",
)
LISTS_OF_LAYERS = frozenset({"ModuleList", "ModuleDict", "CellList", "CellDict"})
NOT_COMPILED = {
    **dict.fromkeys(("torch.manual_seed", "torch.seed", "torch.random.manual_seed",
                     "torch.cuda.manual_seed", "torch.cuda.manual_seed_all",
                     "mindspore.manual_seed", "mindspore.set_seed", "mindspore.seed"), SEED),
    **dict.fromkeys(("torch.use_deterministic_algorithms", "mindspore.set_deterministic"), SETTING),
    **dict.fromkeys(("torch.cuda.is_available", "torch.cuda.device_count", "mindspore.get_context",
                     "mindspore.get_current_device"), DEVICE),
    **dict.fromkeys(("torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.nn.Buffer",
                     "mindspore.Parameter"), PARAMETER),
    **{f"{home}.{name}": LAYERS for home in ("torch.nn", "mindspore.nn")
       for name in LISTS_OF_LAYERS},
    "ModuleDict": LAYERS,
}  # fmt: skip
