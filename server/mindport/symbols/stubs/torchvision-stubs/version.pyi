import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
cuda: Any
git_version: builtins.str
from torchvision import __version__ as __version__
from torchvision.extension import _check_cuda_version as _check_cuda_version
