import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import device as T_device
from torch.ao.nn.qat import Linear as T_Linear
from torch.ao.quantization.qconfig import QConfig as T_QConfig
class Linear(T_Linear):
    def __init__(self, in_features: builtins.int, out_features: builtins.int, bias: builtins.bool = True, qconfig: T_QConfig = None, device: T_device = None, dtype: builtins.str = None) -> None: ...
