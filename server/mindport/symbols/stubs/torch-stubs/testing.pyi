import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Size as T_Size
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torch import memory_format as T_memory_format
def assert_allclose(actual, expected, rtol: builtins.float = None, atol: builtins.float = None, equal_nan: builtins.bool = True, msg: builtins.str = '') -> None: ...
def assert_close(actual, expected, *, allow_subclasses: builtins.bool = True, rtol: builtins.float = None, atol: builtins.float = None, equal_nan: builtins.bool = False, check_device: builtins.bool = True, check_dtype: builtins.bool = True, check_layout: builtins.bool = True, check_stride: builtins.bool = False, msg: Union[builtins.str, Callable] = None): ...
def make_tensor(*shape: Union[builtins.int, T_Size, Sequence[builtins.int]], dtype: T_dtype, device: T_device, low: builtins.float = None, high: builtins.float = None, requires_grad: builtins.bool = False, noncontiguous: builtins.bool = False, exclude_zero: builtins.bool = False, memory_format: T_memory_format = None) -> T_Tensor: ...
from torch import FileCheck as FileCheck
