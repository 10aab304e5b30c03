import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2 import Compose as Compose
from torchvision.transforms.v2 import RandomApply as RandomApply
from torchvision.transforms.v2 import RandomChoice as RandomChoice
from torchvision.transforms.v2 import RandomOrder as RandomOrder
from torchvision.transforms.v2 import Transform as Transform
