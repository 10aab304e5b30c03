import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _get_rank(*args, **kwargs) -> builtins.int: ...
def debug_grad_log(*tensors): ...
log: Any
from torch.utils.debug_log import debug_grad_log as _debug_grad_log_fake
from torch.utils.debug_log import debug_grad_log as _debug_grad_log_hook
from torch._dynamo.decorators import leaf_function as leaf_function
