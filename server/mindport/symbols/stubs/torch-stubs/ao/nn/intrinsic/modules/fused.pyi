import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
class _FusedModule(T_Sequential):
    @overload
    def __init__(self, *args: T_Module) -> None: ...
    @overload
    def __init__(self, arg: Dict[builtins.str, T_Module]) -> None: ...
from torch.ao.nn.intrinsic import BNReLU2d as BNReLU2d
from torch.ao.nn.intrinsic import BNReLU3d as BNReLU3d
from torch.ao.nn.intrinsic import ConvAdd2d as ConvAdd2d
from torch.ao.nn.intrinsic import ConvAddReLU2d as ConvAddReLU2d
from torch.ao.nn.intrinsic import ConvBn1d as ConvBn1d
from torch.ao.nn.intrinsic import ConvBn2d as ConvBn2d
from torch.ao.nn.intrinsic import ConvBn3d as ConvBn3d
from torch.ao.nn.intrinsic import ConvBnReLU1d as ConvBnReLU1d
from torch.ao.nn.intrinsic import ConvBnReLU2d as ConvBnReLU2d
from torch.ao.nn.intrinsic import ConvBnReLU3d as ConvBnReLU3d
from torch.ao.nn.intrinsic import ConvReLU1d as ConvReLU1d
from torch.ao.nn.intrinsic import ConvReLU2d as ConvReLU2d
from torch.ao.nn.intrinsic import ConvReLU3d as ConvReLU3d
from torch.ao.nn.intrinsic import LinearBn1d as LinearBn1d
from torch.ao.nn.intrinsic import LinearLeakyReLU as LinearLeakyReLU
from torch.ao.nn.intrinsic import LinearReLU as LinearReLU
from torch.ao.nn.intrinsic import LinearTanh as LinearTanh
