import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Stream as T_Stream
from torch.jit import Future as T_Future
class _AllreduceUpcastHookState:
    def __init__(self, ddp_weakref, upcast_stream: T_Stream, wait_for_stream_enqueued: builtins.bool = False) -> None: ...
    ddp_weakref: Any
    upcast_stream: T_Stream
    wait_for_stream_enqueued: builtins.bool
def _reducer_allreduce_and_upcast_hook(*args, **kwargs) -> T_Future: ...
from torch.autograd import Variable as Variable
import torch.distributed as dist
