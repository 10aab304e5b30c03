import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Embedding as Embedding
from torch.nn import EmbeddingBag as EmbeddingBag
import torch.nn.functional as F
from torch.nn import Module as Module
from torch.nn import Parameter as Parameter
from torch import Tensor as Tensor
import torch.nn.init as init
