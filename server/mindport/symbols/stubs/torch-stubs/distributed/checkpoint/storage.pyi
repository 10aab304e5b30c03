import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed.checkpoint.metadata import MetadataIndex as T_MetadataIndex
class WriteResult:
    def __init__(self, index: T_MetadataIndex, size_in_bytes: builtins.int, storage_data) -> None: ...
    index: T_MetadataIndex
    size_in_bytes: builtins.int
    storage_data: Any
from torch.jit import Future as Future
from torch.distributed.checkpoint import LoadPlan as LoadPlan
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint.metadata import MetadataIndex as MetadataIndex
from torch.distributed.checkpoint import SavePlan as SavePlan
from torch.distributed.checkpoint import SavePlanner as SavePlanner
from torch.distributed.checkpoint.metadata import StorageMeta as StorageMeta
from torch.distributed.checkpoint import StorageReader as StorageReader
from torch.distributed.checkpoint import StorageWriter as StorageWriter
