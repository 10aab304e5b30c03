import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class ModuleTracker:
    def __init__(self) -> None: ...
    is_bw: Any
    parents: Set[builtins.str]
logger: Any
from torch.nn.modules.module import register_module_forward_hook as register_module_forward_hook
from torch.nn.modules.module import register_module_forward_pre_hook as register_module_forward_pre_hook
from torch.autograd.graph import register_multi_grad_hook as register_multi_grad_hook
from torch.utils._pytree import tree_flatten as tree_flatten
