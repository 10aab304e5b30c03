import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Size as T_Size
from torch.distributed.checkpoint import ChunkStorageMetadata as T_ChunkStorageMetadata
from torch.distributed.checkpoint.metadata import TensorProperties as T_TensorProperties
import enum
class BytesIOWriteData:
    def __init__(self, nbytes: builtins.int) -> None: ...
    nbytes: builtins.int
class LoadItemType(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    BYTE_IO: LoadItemType
    TENSOR: LoadItemType
class TensorWriteData:
    def __init__(self, chunk: T_ChunkStorageMetadata, properties: T_TensorProperties, size: T_Size) -> None: ...
    chunk: T_ChunkStorageMetadata
    properties: T_TensorProperties
    size: T_Size
class WriteItemType(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    BYTE_IO: WriteItemType
    SHARD: WriteItemType
    TENSOR: WriteItemType
from torch.distributed.checkpoint import ChunkStorageMetadata as ChunkStorageMetadata
from torch.distributed.checkpoint import LoadPlan as LoadPlan
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint.metadata import MetadataIndex as MetadataIndex
from torch.distributed.checkpoint import ReadItem as ReadItem
from torch.distributed.checkpoint import SavePlan as SavePlan
from torch.distributed.checkpoint import SavePlanner as SavePlanner
from torch.distributed.checkpoint.metadata import StorageMeta as StorageMeta
from torch.distributed.checkpoint.metadata import TensorProperties as TensorProperties
from torch.distributed.checkpoint import WriteItem as WriteItem
