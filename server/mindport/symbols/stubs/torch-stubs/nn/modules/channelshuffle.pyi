import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import ChannelShuffle as ChannelShuffle
import torch.nn.functional as F
from torch.nn import Module as Module
from torch import Tensor as Tensor
