import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.pruning import FakeSparsity as FakeSparsity
from torch.ao.pruning import fqn_to_module as fqn_to_module
from torch.ao.pruning import get_arg_info_from_tensor_fqn as get_arg_info_from_tensor_fqn
from torch.ao.pruning import module_to_fqn as module_to_fqn
