import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _create_functional_optim(*args, **kwargs): ...
functional_optim_map: builtins.dict
def register_functional_optim(key, optim): ...
from torch.distributed.optim import as_functional_optim as as_functional_optim
import torch.optim as optim
