import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.cuda import Event as Event
from torch.cuda import ExternalStream as ExternalStream
from torch.cuda import Stream as Stream
