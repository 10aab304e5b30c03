import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.autograd import detect_anomaly as detect_anomaly
from torch.autograd import set_detect_anomaly as set_detect_anomaly
