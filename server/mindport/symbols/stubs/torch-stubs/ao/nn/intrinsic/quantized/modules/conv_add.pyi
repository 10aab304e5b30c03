import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.intrinsic.quantized import ConvAdd2d as ConvAdd2d
from torch.ao.nn.intrinsic.quantized import ConvAddReLU2d as ConvAddReLU2d
