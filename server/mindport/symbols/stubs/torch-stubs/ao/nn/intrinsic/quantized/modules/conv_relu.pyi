import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.intrinsic.quantized import ConvReLU1d as ConvReLU1d
from torch.ao.nn.intrinsic.quantized import ConvReLU2d as ConvReLU2d
from torch.ao.nn.intrinsic.quantized import ConvReLU3d as ConvReLU3d
