import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed.checkpoint import DefaultLoadPlanner as T_DefaultLoadPlanner
from torch.distributed.checkpoint import LoadPlan as T_LoadPlan
from torch.distributed.checkpoint import Metadata as T_Metadata
from torch.distributed.checkpoint import SavePlan as T_SavePlan
from torch.distributed.checkpoint.metadata import STATE_DICT_TYPE as T_STATE_DICT_TYPE
class _EmptyStateDictLoadPlanner(T_DefaultLoadPlanner):
    def __init__(self, keys = None, *args, **kwargs) -> None: ...
    def set_up_planner(self, state_dict: T_STATE_DICT_TYPE, metadata: T_Metadata = None, is_coordinator: builtins.bool = False) -> None: ...
def _check_box_bounds(*args, **kwargs) -> builtins.bool: ...
def _check_box_overlap(*args, **kwargs) -> builtins.bool: ...
def _create_default_local_metadata(*args, **kwargs) -> T_Metadata: ...
def _validate_global_plan(*args, **kwargs) -> List[builtins.str]: ...
def create_default_global_load_plan(all_plans: List[T_LoadPlan]) -> List[T_LoadPlan]: ...
def create_default_global_save_plan(all_plans: List[T_SavePlan], rewrite_index_hints: builtins.bool = True) -> Tuple[List[T_SavePlan], T_Metadata]: ...
def create_default_local_load_plan(state_dict: Dict[builtins.str, Any], metadata: T_Metadata, strict: builtins.bool = True) -> T_LoadPlan: ...
def create_default_local_save_plan(state_dict: Dict[builtins.str, Any], is_coordinator: builtins.bool) -> T_SavePlan: ...
logger: Any
from torch.distributed.checkpoint import BytesStorageMetadata as BytesStorageMetadata
from torch.distributed.checkpoint import ChunkStorageMetadata as ChunkStorageMetadata
from torch.distributed.tensor import DTensor as DTensor
from torch.distributed.checkpoint import DefaultLoadPlanner as DefaultLoadPlanner
from torch.distributed.checkpoint import DefaultSavePlanner as DefaultSavePlanner
from torch.distributed.checkpoint import LoadPlan as LoadPlan
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint.metadata import MetadataIndex as MetadataIndex
from torch.distributed.checkpoint import ReadItem as ReadItem
from torch.distributed.checkpoint import SavePlan as SavePlan
from torch.distributed.checkpoint import SavePlanner as SavePlanner
from torch.distributed.checkpoint.metadata import StorageMeta as StorageMeta
from torch.distributed.checkpoint import TensorStorageMetadata as TensorStorageMetadata
from torch.distributed.checkpoint import WriteItem as WriteItem
from torch.distributed.checkpoint.planner import WriteItemType as WriteItemType
from torch.distributed.checkpoint.utils import find_state_dict_object as find_state_dict_object
