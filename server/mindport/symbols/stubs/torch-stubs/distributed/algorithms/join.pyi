import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class _JoinConfig(builtins.tuple):
    def __init__(self, enable: builtins.bool, throw_on_early_termination: builtins.bool, is_first_joinable: builtins.bool) -> None: ...
    @staticmethod
    def construct_disabled_join_config(): ...
    enable: builtins.bool
    is_first_joinable: builtins.bool
    throw_on_early_termination: builtins.bool
from torch.distributed.algorithms import Join as Join
from torch.distributed.algorithms import JoinHook as JoinHook
from torch.distributed.algorithms import Joinable as Joinable
import torch.distributed as dist
