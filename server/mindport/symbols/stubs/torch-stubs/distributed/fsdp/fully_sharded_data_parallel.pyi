import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Parameter as T_Parameter
def _get_fqn_to_param(*args, **kwargs) -> Dict[builtins.str, T_Parameter]: ...
def _get_grad_norm(*args, **kwargs) -> T_Tensor: ...
def _get_param_to_fqn(*args, **kwargs) -> Dict[T_Parameter, builtins.str]: ...
from torch.distributed.fsdp import BackwardPrefetch as BackwardPrefetch
from torch.distributed.fsdp import CPUOffload as CPUOffload
from torch.distributed.fsdp.wrap import CustomPolicy as CustomPolicy
from torch.distributed import DeviceMesh as DeviceMesh
from torch.distributed.fsdp import FlatParameter as FlatParameter
from torch.distributed.fsdp import FullOptimStateDictConfig as FullOptimStateDictConfig
from torch.distributed.fsdp import FullStateDictConfig as FullStateDictConfig
from torch.distributed.fsdp import FullyShardedDataParallel as FullyShardedDataParallel
from torch.distributed.fsdp import LocalOptimStateDictConfig as LocalOptimStateDictConfig
from torch.distributed.fsdp import LocalStateDictConfig as LocalStateDictConfig
from torch.distributed.fsdp import MixedPrecision as MixedPrecision
from torch.distributed.fsdp.wrap import ModuleWrapPolicy as ModuleWrapPolicy
from torch.distributed.fsdp import OptimStateDictConfig as OptimStateDictConfig
from torch.distributed.fsdp import OptimStateKeyType as OptimStateKeyType
from torch.distributed.fsdp import ShardedOptimStateDictConfig as ShardedOptimStateDictConfig
from torch.distributed.fsdp import ShardedStateDictConfig as ShardedStateDictConfig
from torch.distributed.fsdp import ShardingStrategy as ShardingStrategy
from torch.distributed.fsdp import StateDictConfig as StateDictConfig
from torch.distributed.fsdp import StateDictSettings as StateDictSettings
from torch.distributed.fsdp import StateDictType as StateDictType
import torch.distributed as dist
import torch.nn as nn
import torch.distributed.fsdp._traversal_utils as traversal_utils
