import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
D: Any
from torchvision.tv_tensors import TVTensor as TVTensor
from torchvision.tv_tensors._torch_function_helpers import _FORCE_TORCHFUNCTION_SUBCLASS as _FORCE_TORCHFUNCTION_SUBCLASS
from torchvision.tv_tensors._torch_function_helpers import _must_return_subclass as _must_return_subclass
