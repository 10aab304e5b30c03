import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed.algorithms.model_averaging.averagers import ModelAverager as T_ModelAverager
from torch.nn import Parameter as T_Parameter
class HierarchicalModelAverager(T_ModelAverager):
    def __init__(self, period_group_size_dict = None, warmup_steps = 0, process_group = None) -> None: ...
    def average_parameters(self, params: Union[Iterable[T_Parameter], Iterable[Dict[builtins.str, T_Parameter]]]): ...
logger: Any
import torch.distributed.algorithms.model_averaging.averagers as averagers
import torch.distributed as dist
import torch.distributed.algorithms.model_averaging.utils as utils
