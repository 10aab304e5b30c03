import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _check_param_device(*args, **kwargs) -> builtins.int: ...
from torch.nn.utils import parameters_to_vector as parameters_to_vector
from torch.nn.utils import vector_to_parameters as vector_to_parameters
