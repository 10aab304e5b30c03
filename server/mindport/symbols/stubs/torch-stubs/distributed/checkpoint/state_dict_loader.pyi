import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _load_state_dict(*args, **kwargs) -> None: ...
def _load_state_dict_from_keys(*args, **kwargs) -> Dict[builtins.str, Any]: ...
logger: Any
from torch.distributed.checkpoint import DefaultLoadPlanner as DefaultLoadPlanner
from torch.distributed.checkpoint import LoadPlan as LoadPlan
from torch.distributed.checkpoint import LoadPlanner as LoadPlanner
from torch.distributed.checkpoint.stateful import Stateful as Stateful
from torch.distributed.checkpoint import StorageReader as StorageReader
import torch.distributed as dist
from torch.distributed.checkpoint import load as load
from torch.distributed.checkpoint import load_state_dict as load_state_dict
