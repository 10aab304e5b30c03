import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.intrinsic.quantized import LinearLeakyReLU as LinearLeakyReLU
from torch.ao.nn.intrinsic.quantized import LinearReLU as LinearReLU
from torch.ao.nn.intrinsic.quantized import LinearTanh as LinearTanh
