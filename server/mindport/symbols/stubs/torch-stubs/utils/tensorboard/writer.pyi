import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.utils.tensorboard import FileWriter as FileWriter
from torch.utils.tensorboard import SummaryWriter as SummaryWriter
