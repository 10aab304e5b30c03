import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn.quantized import ELU as ELU
from torch.nn.quantized import Hardswish as Hardswish
from torch.nn.quantized import LeakyReLU as LeakyReLU
from torch.nn.quantized import MultiheadAttention as MultiheadAttention
from torch.nn.quantized import PReLU as PReLU
from torch.nn.quantized import ReLU6 as ReLU6
from torch.nn.quantized import Sigmoid as Sigmoid
from torch.nn.quantized import Softmax as Softmax
