import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
logger: Any
from torch.distributed.checkpoint import ChunkStorageMetadata as ChunkStorageMetadata
from torch.distributed.checkpoint import FileSystemReader as FileSystemReader
from torch.distributed.checkpoint import FileSystemWriter as FileSystemWriter
from torch.jit import Future as Future
from torch.distributed.checkpoint import HuggingFaceStorageReader as HuggingFaceStorageReader
from torch.distributed.checkpoint import HuggingFaceStorageWriter as HuggingFaceStorageWriter
from torch.distributed.checkpoint import LoadPlan as LoadPlan
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint import Metadata as Metadata
from torch.distributed.checkpoint.metadata import MetadataIndex as MetadataIndex
from torch.distributed.checkpoint import ReadItem as ReadItem
from torch.distributed.checkpoint import SavePlan as SavePlan
from torch.distributed.checkpoint import SavePlanner as SavePlanner
from torch.distributed.checkpoint.filesystem import SerializationFormat as SerializationFormat
from torch.distributed.checkpoint.metadata import StorageMeta as StorageMeta
from torch.distributed.checkpoint.metadata import TensorProperties as TensorProperties
from torch.distributed.checkpoint import TensorStorageMetadata as TensorStorageMetadata
from torch.distributed.checkpoint import WriteItem as WriteItem
from torch.distributed.checkpoint.storage import WriteResult as WriteResult
