import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.distributed import DeviceMesh as T_DeviceMesh
from torch.nn import Module as T_Module
def _pack_hook_tp(*args, **kwargs): ...
def _unpack_hook_tp(*args, **kwargs) -> T_Tensor: ...
def input_reshard(module: T_Module, tp_device_mesh: T_DeviceMesh, input_reshard_dim: builtins.int = None) -> T_Module: ...
from torch.distributed.tensor import DTensor as DTensor
from torch.distributed import DeviceMesh as DeviceMesh
from torch.distributed.tensor import Replicate as Replicate
from torch.distributed.tensor import Shard as Shard
