import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.optim import Optimizer as T_Optimizer
from torch.utils.weak import WeakIdKeyDictionary as T_WeakIdKeyDictionary
def _apply_optimizer_in_backward(*args, **kwargs) -> None: ...
def _get_in_backward_optimizers(*args, **kwargs) -> List[T_Optimizer]: ...
param_to_acc_grad_map: T_WeakIdKeyDictionary
param_to_optim_hook_handle_map: T_WeakIdKeyDictionary
