import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.intrinsic.quantized import BNReLU2d as BNReLU2d
from torch.ao.nn.intrinsic.quantized import BNReLU3d as BNReLU3d
