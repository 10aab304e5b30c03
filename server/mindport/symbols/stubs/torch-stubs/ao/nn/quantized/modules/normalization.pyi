import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn.quantized import GroupNorm as GroupNorm
from torch.nn.quantized import InstanceNorm1d as InstanceNorm1d
from torch.nn.quantized import InstanceNorm2d as InstanceNorm2d
from torch.nn.quantized import InstanceNorm3d as InstanceNorm3d
from torch.nn.quantized import LayerNorm as LayerNorm
