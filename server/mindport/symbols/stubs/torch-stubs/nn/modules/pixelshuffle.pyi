import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import torch.nn.functional as F
from torch.nn import Module as Module
from torch.nn import PixelShuffle as PixelShuffle
from torch.nn import PixelUnshuffle as PixelUnshuffle
from torch import Tensor as Tensor
