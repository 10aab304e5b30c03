import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed import ProcessGroup as T_ProcessGroup
from torch.nn import Parameter as T_Parameter
def average_parameters(params: Iterator[T_Parameter], process_group: T_ProcessGroup): ...
def average_parameters_or_parameter_groups(params: Union[Iterable[T_Parameter], Iterable[Dict[builtins.str, T_Parameter]]], process_group: T_ProcessGroup): ...
def get_params_to_average(params: Union[Iterable[T_Parameter], Iterable[Dict[builtins.str, T_Parameter]]]): ...
from torch.distributed import ProcessGroup as ProcessGroup
import torch.distributed as dist
from torch.distributed import group as group
