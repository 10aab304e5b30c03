import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
T: Any
def _addindent(*args, **kwargs): ...
from torch.nn import Container as Container
from torch.nn import Module as Module
from torch.nn import ModuleDict as ModuleDict
from torch.nn import ModuleList as ModuleList
from torch.nn import Parameter as Parameter
from torch.nn import ParameterDict as ParameterDict
from torch.nn import ParameterList as ParameterList
from torch.nn import Sequential as Sequential
