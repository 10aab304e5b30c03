import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Generator as T_Generator
default_generator: T_Generator
from torch.utils.data import ChainDataset as ChainDataset
from torch.utils.data import ConcatDataset as ConcatDataset
from torch.utils.data import Dataset as Dataset
from torch import Generator as Generator
from torch.utils.data import IterableDataset as IterableDataset
from torch.utils.data import StackDataset as StackDataset
from torch.utils.data import Subset as Subset
from torch import Tensor as Tensor
from torch.utils.data import TensorDataset as TensorDataset
from torch.utils.data import random_split as random_split
from torch import randperm as randperm
