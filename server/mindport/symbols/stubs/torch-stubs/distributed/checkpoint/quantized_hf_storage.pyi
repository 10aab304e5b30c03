import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
logger: Any
from torch.distributed.checkpoint import HuggingFaceStorageReader as HuggingFaceStorageReader
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint import QuantizedHuggingFaceStorageReader as QuantizedHuggingFaceStorageReader
from torch.distributed.checkpoint import ReadItem as ReadItem
from torch.distributed.checkpoint import TensorStorageMetadata as TensorStorageMetadata
