import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.utils.data import DFIterDataPipe as DFIterDataPipe
from torch.utils.data import DataChunk as DataChunk
from torch.utils.data import IterDataPipe as IterDataPipe
from torch.utils.data import MapDataPipe as MapDataPipe
