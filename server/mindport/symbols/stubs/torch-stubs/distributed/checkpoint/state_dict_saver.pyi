import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed.checkpoint import Metadata as T_Metadata
import concurrent.futures
import enum
class AsyncCheckpointerType(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    PROCESS: AsyncCheckpointerType
    THREAD: AsyncCheckpointerType
class AsyncSaveResponse:
    def __init__(self, staging_completion: concurrent.futures.Future, upload_completion: concurrent.futures.Future) -> None: ...
    staging_completion: concurrent.futures.Future
    upload_completion: concurrent.futures.Future
def _save_state_dict(*args, **kwargs) -> T_Metadata: ...
def _stateful_to_state_dict(*args, **kwargs) -> Dict[builtins.str, Any]: ...
from torch.distributed.checkpoint.staging import AsyncStager as AsyncStager
from torch.distributed.checkpoint import DefaultSavePlanner as DefaultSavePlanner
from torch.distributed.checkpoint.staging import DefaultStager as DefaultStager
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint import SavePlan as SavePlan
from torch.distributed.checkpoint import SavePlanner as SavePlanner
from torch.distributed.checkpoint.staging import StagingOptions as StagingOptions
from torch.distributed.checkpoint.stateful import Stateful as Stateful
from torch.distributed.checkpoint import StorageWriter as StorageWriter
from torch.distributed.checkpoint.storage import WriteResult as WriteResult
from torch.distributed.checkpoint import async_save as async_save
import torch.distributed as dist
from torch.distributed.checkpoint import save as save
from torch.distributed.checkpoint import save_state_dict as save_state_dict
