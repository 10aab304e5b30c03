import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.tv_tensors import KeyPoints as KeyPoints
from torchvision.tv_tensors import TVTensor as TVTensor
