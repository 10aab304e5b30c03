import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Size as T_Size
from torch import Tensor as T_Tensor
from torch import dtype as T_dtype
from torch import layout as T_layout
from torch import memory_format as T_memory_format
import enum
import os
class MetadataIndex:
    def __init__(self, fqn: builtins.str, offset: Sequence[builtins.int] = None, index: builtins.int = None) -> None: ...
    fqn: builtins.str
    index: Union[builtins.int, None]
    offset: Union[T_Size, None]
STATE_DICT_TYPE: Any
STORAGE_TYPES: Any
class StorageMeta:
    def __init__(self, checkpoint_id: Union[builtins.str, os.PathLike] = None, save_id: builtins.str = None, load_id: builtins.str = None, modules: List[builtins.str] = ...) -> None: ...
    checkpoint_id: Union[builtins.str, os.PathLike, None]
    load_id: Union[builtins.str, None]
    modules: List[builtins.str]
    save_id: Union[builtins.str, None]
class TensorProperties:
    def __init__(self, dtype: T_dtype = ..., layout: T_layout = ..., requires_grad: builtins.bool = False, memory_format: T_memory_format = ..., pin_memory: builtins.bool = False) -> None: ...
    @staticmethod
    def create_from_tensor(tensor: T_Tensor) -> TensorProperties: ...
    dtype: T_dtype
    layout: T_layout
    memory_format: T_memory_format
    pin_memory: builtins.bool
    requires_grad: builtins.bool
class _MEM_FORMAT_ENCODING(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    TORCH_CHANNELS_LAST: _MEM_FORMAT_ENCODING
    TORCH_CONTIGUOUS_FORMAT: _MEM_FORMAT_ENCODING
    TORCH_PRESERVE_FORMAT: _MEM_FORMAT_ENCODING
from torch.distributed.checkpoint import BytesStorageMetadata as BytesStorageMetadata
from torch.distributed.checkpoint import ChunkStorageMetadata as ChunkStorageMetadata
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint import TensorStorageMetadata as TensorStorageMetadata
