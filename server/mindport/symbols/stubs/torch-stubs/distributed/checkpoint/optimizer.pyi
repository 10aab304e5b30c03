import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.distributed import ProcessGroup as T_ProcessGroup
from torch.distributed.checkpoint import DefaultLoadPlanner as T_DefaultLoadPlanner
from torch.distributed.checkpoint import LoadPlan as T_LoadPlan
from torch.distributed.checkpoint import Metadata as T_Metadata
from torch.distributed.checkpoint.metadata import MetadataIndex as T_MetadataIndex
from torch.distributed.checkpoint.metadata import STATE_DICT_TYPE as T_STATE_DICT_TYPE
import torch.distributed._shard.sharding_spec
STATE_DICT_2D_LAYOUT: Any
class _ReaderWithOffset(T_DefaultLoadPlanner):
    def __init__(self, fqn_to_offset: Dict[builtins.str, Sequence[builtins.int]]) -> None: ...
    def create_local_plan(self) -> T_LoadPlan: ...
    def lookup_tensor(self, index: T_MetadataIndex) -> T_Tensor: ...
    metadata: T_Metadata
    state_dict: T_STATE_DICT_TYPE
    translation: Dict[T_MetadataIndex, T_MetadataIndex]
def _alloc_tensor(*args, **kwargs) -> T_Tensor: ...
def _create_colwise_spec(*args, **kwargs) -> Any: ...
def _gen_rank_device(*args, **kwargs) -> builtins.str: ...
def _get_state_dict_2d_layout(*args, **kwargs) -> Tuple[STATE_DICT_2D_LAYOUT, Union[T_ProcessGroup, None]]: ...
def _is_nested_tensor(*args, **kwargs) -> builtins.bool: ...
from torch.distributed.checkpoint import BytesStorageMetadata as BytesStorageMetadata
from torch.distributed.checkpoint import ChunkStorageMetadata as ChunkStorageMetadata
from torch.distributed.tensor import DTensor as DTensor
from torch.distributed.checkpoint import DefaultLoadPlanner as DefaultLoadPlanner
from torch.distributed.checkpoint import LoadPlan as LoadPlan
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint.metadata import MetadataIndex as MetadataIndex
from torch.distributed.checkpoint import StorageReader as StorageReader
from torch.distributed.checkpoint.metadata import TensorProperties as TensorProperties
from torch.distributed.checkpoint import TensorStorageMetadata as TensorStorageMetadata
from torch.distributed.checkpoint.planner_helpers import create_read_items_for_chunk_list as create_read_items_for_chunk_list
import torch.distributed as dist
from torch.distributed.checkpoint import load_sharded_optimizer_state_dict as load_sharded_optimizer_state_dict
from torch.distributed.checkpoint import load_state_dict as load_state_dict
